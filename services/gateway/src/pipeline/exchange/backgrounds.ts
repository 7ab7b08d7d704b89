import type { RuntimeModel } from '../../routing/runtime.ts';
import type { OutcomeLine } from '../../usage/journal/codec.ts';
import type { OpenedHeld } from '../../held/held-ids.ts';

/** How the process that sent a request hears what it came to. */
export interface LeftBy {
  /** With the prices of its time. */
  readonly model: RuntimeModel | undefined;
  /** Corrects what it holds of limits and budgets. `bytes`: of the response, where it came. */
  settle(outcome: OutcomeLine, bytes: number): void;
}

/** So long a provider is asked for that with which it goes on, ms. */
export const LONGEST_RUN_MS = 86_400_000;

/** The same of a batch, for which its provider may take a day, and then has to bring together what it did. */
export const LONGEST_BATCH_MS = 2 * LONGEST_RUN_MS;

/** Responses and batches with which providers go on after our answers, until they are settled. */
export interface Backgrounds {
  /** Whether one more may run for somebody. */
  hasRoomFor(sender: {
    readonly organization: string | undefined;
    readonly key: string | undefined;
  }): boolean;
  /** Takes care of one by the line of its intent. `by`: the process that sent it, where that is this one. */
  watch(line: string, by: LeftBy | undefined): void;
  /** A client read one, and its provider told this of it. */
  seen(held: Omit<OpenedHeld, 'model'>, body: Buffer): void;
  /** Ends one that is about to be deleted, while its provider still tells what it used. */
  endBefore(held: Omit<OpenedHeld, 'model'>): Promise<void>;
}
