import { useState } from 'react';

/** Rows whose details are open. */
export interface OpenRows {
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
}

/** Remembers which rows' details are open, by their ids. */
export function useOpenRows(): OpenRows {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id) => ids.has(id),
    toggle: (id) =>
      setIds((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
  };
}
