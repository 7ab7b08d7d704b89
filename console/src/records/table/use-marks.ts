import { useState } from 'react';

/** Records that are marked, to do something with all of them. They stay marked on other pages. */
export interface Marks<T> {
  /** By id, in the order in which they were marked. */
  readonly records: ReadonlyMap<string, T>;
  readonly has: (record: T) => boolean;
  readonly toggle: (record: T) => void;
  /** Marks or unmarks several; the marks of others stay. */
  readonly setAll: (records: readonly T[], areMarked: boolean) => void;
  /** Marks these and no others. */
  readonly keep: (records: readonly T[]) => void;
}

/** Remembers which records are marked, across pages, until the list is narrowed to something else (`scope` changes). */
export function useMarks<T>(idOf: (record: T) => string, scope: string): Marks<T> {
  const [held, setHeld] = useState<Held<T>>({ scope, records: new Map() });
  if (held.scope !== scope) setHeld({ scope, records: new Map() });
  const change = (work: (records: Map<string, T>) => void) =>
    setHeld((now) => {
      const records = new Map(now.records);
      work(records);
      return { ...now, records };
    });
  const { records } = held;
  return {
    records,
    has: (record) => records.has(idOf(record)),
    toggle: (record) =>
      change((all) => {
        if (!all.delete(idOf(record))) all.set(idOf(record), record);
      }),
    setAll: (several, areMarked) => change((all) => setSeveral(all, { several, areMarked, idOf })),
    keep: (kept) => setHeld({ scope, records: new Map(kept.map((one) => [idOf(one), one])) }),
  };
}

interface Held<T> {
  readonly scope: string;
  readonly records: ReadonlyMap<string, T>;
}

interface Several<T> {
  readonly several: readonly T[];
  readonly areMarked: boolean;
  readonly idOf: (record: T) => string;
}

function setSeveral<T>(all: Map<string, T>, { several, areMarked, idOf }: Several<T>): void {
  for (const record of several) {
    if (areMarked) all.set(idOf(record), record);
    else all.delete(idOf(record));
  }
}
