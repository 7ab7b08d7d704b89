import type { AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { attemptsOf } from './attempt-line.ts';
import { parseIntent, parseOutcome, toRecord } from './codec.ts';

/** What is known of one request that has ended. */
export interface Facts {
  readonly usage: UsageRecord;
  readonly attempts: readonly AttemptRecord[];
  /** The id of the batch whose request it is; absent: it is of none. */
  readonly batch?: string | undefined;
}

/** A line that is damaged, or whose other half is missing. */
export interface Unreadable {
  readonly unreadable: string;
}

/** Makes the facts of a request of its two lines. */
export function joinLines(intent: string | undefined, outcome: string): Facts | Unreadable {
  const before = intent === undefined ? undefined : parseIntent(intent);
  const after = parseOutcome(outcome);
  if (!before || !after) return { unreadable: after && intent !== undefined ? intent : outcome };
  const usage = toRecord(before, after);
  return { usage, attempts: attemptsOf(usage, after.att), batch: before.of };
}
