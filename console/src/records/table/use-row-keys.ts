import { useEffect, useState } from 'react';
import { isTyping } from '../../shell/shortcuts/is-typing.ts';

/** `j` and `k` go through the rows, Enter opens the one that is reached. Answers which that is; undefined before the first key. */
export function useRowKeys(rows: number, onOpen: (index: number) => void): number | undefined {
  const [current, setCurrent] = useState<number>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isOther(event)) return;
      if (event.key === 'j') setCurrent(rowAfter(current, rows));
      else if (event.key === 'k') setCurrent(rowBefore(current));
      else if (event.key === 'Enter' && current !== undefined && isOnNothing(event.target))
        onOpen(current);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return current === undefined || current >= rows ? undefined : current;
}

/** Keys that are somebody else's: with Ctrl and the like, or typed into a field. */
const isOther = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target);

const rowAfter = (row: number | undefined, rows: number): number =>
  Math.min((row ?? -1) + 1, rows - 1);
const rowBefore = (row: number | undefined): number => Math.max((row ?? 1) - 1, 0);

/** Enter on a link or a button is that one's. */
const isOnNothing = (target: EventTarget | null): boolean =>
  !(target instanceof Element) ||
  target.closest('a, button, [role="button"], [role="menuitem"]') === null;
