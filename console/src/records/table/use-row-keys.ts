import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { isTyping } from '../../ui/keys/is-typing.ts';

export interface RowKeysParts {
  /** Of the rows that are shown, in their order. */
  readonly ids: readonly string[];
  readonly onOpen: (index: number) => void;
  readonly onMark: (index: number) => void;
}

export interface RowKeys {
  /** The table whose rows have the focus as keys reach them. */
  readonly keysRef: RefObject<HTMLTableElement | null>;
  /** The row that was reached last; undefined before the first key, or where it is gone. */
  readonly current: string | undefined;
}

/** `j` and `k` go through the rows, Enter opens the one that is reached, `x` marks it. */
export function useRowKeys({ ids, onOpen, onMark }: RowKeysParts): RowKeys {
  const keysRef = useRef<HTMLTableElement>(null);
  const [reached, setReached] = useState<string>();
  const place = reached === undefined ? -1 : ids.indexOf(reached);
  const reach = (index: number) => {
    setReached(ids[index]);
    const row = keysRef.current?.querySelectorAll<HTMLElement>('tr[data-record]')[index];
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isOther(event)) return;
    if (event.key === 'j') reach(Math.min(place + 1, ids.length - 1));
    else if (event.key === 'k') reach(Math.max(place - 1, 0));
    else if (place === -1) return;
    else if (event.key === 'x') onMark(place);
    else if (event.key === 'Enter' && isOnNothing(event.target)) onOpen(place);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return { keysRef, current: place === -1 ? undefined : reached };
}

/** Keys that are somebody else's: with Ctrl and the like, typed into a field, or taken by a sequence such as `g k`. */
const isOther = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  isTyping(event.target);

/** Enter on a link or a button is that one's. */
const isOnNothing = (target: EventTarget | null): boolean =>
  !(target instanceof Element) ||
  target.closest('a, button, [role="button"], [role="menuitem"]') === null;
