import type { AttemptOutcome } from '@aicp/contracts/usage/attempt-record';
import type { Completion, UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';

type Source = UsageRecord['source'];
type CacheState = NonNullable<UsageRecord['cache']>;
type Result = DecisionRecord['result'];

/** What words of a record are in its row. Numbers stay what they are; a new word gets a new one. */
export const SOURCE_CODES: Readonly<Record<Source, number>> = { provider: 1, estimate: 2 };
export const COMPLETION_CODES: Readonly<Record<Completion, number>> = {
  complete: 1,
  client_gone: 2,
  provider_failed: 3,
  refused: 4,
  unknown: 5,
};
export const CACHE_CODES: Readonly<Record<CacheState, number>> = { hit: 1, miss: 2, bypass: 3 };
export const OUTCOME_CODES: Readonly<Record<AttemptOutcome, number>> = {
  answered: 1,
  failed: 2,
  broken: 3,
  dropped: 4,
};
export const RESULT_CODES: Readonly<Record<Result, number>> = { serve: 1, deny: 2, fail: 3 };

/** The word of a number. Throws a RangeError where a later release wrote one that this one does not know. */
export function wordOf<Word extends string>(
  codes: Readonly<Record<Word, number>>,
  code: number,
): Word {
  for (const word of Object.keys(codes) as Word[]) if (codes[word] === code) return word;
  throw new RangeError(`no word has the code ${code}: a newer release wrote it`);
}
