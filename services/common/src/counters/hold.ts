import type { Hold } from './counters.ts';
import type { Entry } from './ledger.ts';
import { whole } from './window.ts';

/** What becomes of each entry of a hold. */
export interface Closing {
  /** `used` is undefined where nothing was said of it. */
  settle(entry: Entry, used: number | undefined): void;
  giveBack(entry: Entry): void;
}

/** A hold that is settled or given back once. */
export function holdOf(entries: readonly Entry[], closing: Closing): Hold {
  let isOpen = true;
  return {
    settle: (used) => {
      if (!isOpen) return;
      isOpen = false;
      for (const [index, entry] of entries.entries()) {
        const amount = used.find((one) => one.index === index)?.amount;
        closing.settle(entry, amount === undefined ? undefined : whole(amount));
      }
    },
    giveBack: () => {
      if (!isOpen) return;
      isOpen = false;
      for (const entry of entries) closing.giveBack(entry);
    },
  };
}
