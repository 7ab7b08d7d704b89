import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useApi } from '../../../api/runtime.tsx';
import { pageNonce } from '../../../code/page-nonce.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { ConditionView, type ConditionShown } from './condition-view.ts';

export type ConditionAreaProps = Omit<ConditionShown, 'isDark' | 'find'>;

const MOST_FOUND = 20;

/** The editor itself. The Tab key leaves it, so that nobody is caught inside. */
export function ConditionArea(props: ConditionAreaProps) {
  const scheme = useComputedColorScheme('light');
  const api = useApi();
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<ConditionView | undefined>(undefined);

  useEffect(() => {
    if (!parent.current) return undefined;
    const created = new ConditionView(parent.current, pageNonce(document));
    view.current = created;
    return () => {
      view.current = undefined;
      created.destroy();
    };
  }, []);

  useEffect(() => {
    view.current?.show({
      ...props,
      isDark: scheme === 'dark',
      find: async (collection, q) => {
        const found = await api.json<ApiObject[]>(collection, { query: { q, limit: MOST_FOUND } });
        return found.map(({ id }) => id);
      },
    });
  });

  return <div ref={parent} />;
}
