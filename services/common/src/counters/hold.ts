import type { Hold } from './counters.ts';
import type { Share } from './ledger.ts';
import { whole } from './window.ts';

/** What becomes of each share of a hold. */
export interface Closing {
  /** `used` is undefined where nothing was said of it. */
  settle(share: Share, used: number | undefined): void;
  giveBack(share: Share): void;
}

/** A hold that is settled or given back once. */
export function holdOf(shares: readonly Share[], closing: Closing): Hold {
  let isOpen = true;
  return {
    settle: (used) => {
      if (!isOpen) return;
      isOpen = false;
      for (const [index, share] of shares.entries()) {
        const amount = used.find((one) => one.index === index)?.amount;
        closing.settle(share, amount === undefined ? undefined : whole(amount));
      }
    },
    giveBack: () => {
      if (!isOpen) return;
      isOpen = false;
      for (const share of shares) closing.giveBack(share);
    },
  };
}
