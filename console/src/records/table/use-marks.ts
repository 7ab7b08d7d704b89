import { useMemo, useState } from 'react';

/** Records that are marked, to do something with all of them. */
export interface Marks {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly setAll: (ids: readonly string[]) => void;
}

/** Remembers which records are marked, by their ids, across pages. */
export function useMarks(): Marks {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      ids,
      toggle: (id) => {
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        setIds(next);
      },
      setAll: (all) => setIds(new Set(all)),
    }),
    [ids],
  );
}
