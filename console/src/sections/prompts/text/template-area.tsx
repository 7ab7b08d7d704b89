import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { pageNonce } from '../../../code/page-nonce.ts';
import { TemplateView, type TemplateShown } from './template-view.ts';

export type TemplateAreaProps = Omit<TemplateShown, 'isDark'>;

/** The editor of a prompt's text. The Tab key leaves it. */
export function TemplateArea(props: TemplateAreaProps) {
  const scheme = useComputedColorScheme('light');
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<TemplateView | undefined>(undefined);

  useEffect(() => {
    if (!parent.current) return undefined;
    const created = new TemplateView(parent.current, pageNonce(document));
    view.current = created;
    return () => {
      view.current = undefined;
      created.destroy();
    };
  }, []);

  useEffect(() => {
    view.current?.show({ ...props, isDark: scheme === 'dark' });
  });

  return <div ref={parent} />;
}
