import { useEffect, useState } from 'react';
import { isTyping } from '../../shell/shortcuts/is-typing.ts';

/** `j` and `k` go through the rows, Enter opens the one that is reached. Answers which that is; undefined before the first key. */
export function useRowKeys(rows: number, onOpen: (index: number) => void): number | undefined {
  const [current, setCurrent] = useState<number>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === 'j') setCurrent(Math.min((current ?? -1) + 1, rows - 1));
      else if (event.key === 'k') setCurrent(Math.max((current ?? 1) - 1, 0));
      else if (event.key === 'Enter' && current !== undefined && isOnNothing(event.target))
        onOpen(current);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return current === undefined || current >= rows ? undefined : current;
}

/** Enter on a link or a button is that one's. */
const isOnNothing = (target: EventTarget | null): boolean =>
  !(target instanceof Element) ||
  target.closest('a, button, [role="button"], [role="menuitem"]') === null;
