import type { Hold, Used } from './counters.ts';
import type { Entry } from './ledger.ts';
import { whole } from './window.ts';

/** What becomes of each entry of a hold. */
export interface Closing {
  /** `used` is undefined where nothing was said of it. */
  settle(entry: Entry, used: number | undefined): void;
  giveBack(entry: Entry): void;
}

/** What is still open, by index of demand. */
type Open = readonly (Entry | undefined)[];

const NOTHING: Open = [];

/** A hold that is settled or given back once. */
export class EntriesHold implements Hold {
  private readonly closing: Closing;
  private entries: Open;

  constructor(entries: readonly Entry[], closing: Closing) {
    this.entries = entries;
    this.closing = closing;
  }

  settle(used: readonly Used[]): void {
    const entries = this.close();
    const amounts: (number | undefined)[] = entries.map(unsaid);
    for (const { index, amount } of used) amounts[index] ??= whole(amount);
    let index = 0;
    for (const entry of entries) {
      if (entry) this.closing.settle(entry, amounts[index]);
      index += 1;
    }
  }

  giveBack(): void {
    for (const entry of this.close()) if (entry) this.closing.giveBack(entry);
  }

  release(indexes: readonly number[], stays: boolean): void {
    const { entries, closing } = this;
    this.entries = entries.map((entry, index) => (indexes.includes(index) ? undefined : entry));
    for (const index of new Set(indexes)) {
      const entry = entries[index];
      if (!entry) continue;
      if (stays) closing.settle(entry, undefined);
      else closing.giveBack(entry);
    }
  }

  private close(): Open {
    const { entries } = this;
    this.entries = NOTHING;
    return entries;
  }
}

const unsaid = (): undefined => undefined;
