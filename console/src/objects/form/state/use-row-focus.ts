import { useEffect, useRef, type RefObject } from 'react';

const TYPED_INTO = 'input:not([type="hidden"]), textarea, [contenteditable="true"], button';

export interface RowFocus<T extends HTMLElement> {
  /** Of the element whose children are the rows, and after them what adds one. */
  readonly rowsRef: RefObject<T | null>;
  /** Tells that a row is being added at the end. */
  readonly onAdd: () => void;
  /** Tells that a row is being removed. */
  readonly onRemove: (index: number) => void;
}

/** Keeps the focus where somebody works: a row that was added gets it; after one was removed, the row that takes its place does, or else the button that adds one. `count`: of the rows. */
export function useRowFocus<T extends HTMLElement>(count: number): RowFocus<T> {
  const rowsRef = useRef<T>(null);
  const pending = useRef<'added' | number | undefined>(undefined);
  useEffect(() => {
    const what = pending.current;
    pending.current = undefined;
    if (what === undefined || !rowsRef.current) return;
    targetOf(rowsRef.current.children, count, what)?.focus();
  }, [count]);
  return {
    rowsRef,
    onAdd: () => {
      pending.current = 'added';
    },
    onRemove: (index) => {
      pending.current = index;
    },
  };
}

function targetOf(
  places: HTMLCollection,
  count: number,
  what: 'added' | number,
): HTMLElement | null | undefined {
  if (what === 'added') return places[count - 1]?.querySelector<HTMLElement>(TYPED_INTO);
  const place = places[Math.min(what, count)];
  if (place instanceof HTMLButtonElement) return place;
  return [...(place?.querySelectorAll('button') ?? [])].at(-1);
}
