import { useComputedColorScheme } from '@mantine/core';
import { useApi } from '../../../api/runtime.tsx';
import { useEditorView } from '../../../code/use-editor-view.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { ConditionView, type ConditionShown } from './condition-view.ts';

export type ConditionAreaProps = Omit<ConditionShown, 'isDark' | 'find'>;

const MOST_FOUND = 20;

/** The editor itself. The Tab key leaves it, so that nobody is caught inside. */
export function ConditionArea(props: ConditionAreaProps) {
  const scheme = useComputedColorScheme('light');
  const api = useApi();
  const parent = useEditorView(ConditionView, {
    ...props,
    isDark: scheme === 'dark',
    find: async (collection: string, q: string) => {
      const found = await api.json<ApiObject[]>(collection, { query: { q, limit: MOST_FOUND } });
      return found.map(({ id }) => id);
    },
  });
  return <div ref={parent} />;
}
