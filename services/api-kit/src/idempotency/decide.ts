import type { IdempotentRequest } from './records/idempotency-tables.ts';

/** What a request is told that can't be answered as the one before it. */
export type RepeatProblem =
  /** The installation's secret was replaced since: what was kept can't be read. */
  | 'unreadable'
  /** The key was used for another request. */
  | 'other_request'
  /** It wrote something, and nobody can say how that ended. */
  | 'unknown_end'
  /** It was done, and its answer was too large to keep. */
  | 'not_kept';

export type RepeatDecision =
  | { readonly type: 'replay'; readonly answer: string }
  | { readonly type: 'wait' }
  | { readonly type: 'refuse'; readonly refusal: RepeatProblem };

/** What a request is, and when it is asked. */
export interface RepeatedRequest {
  readonly fingerprint: string;
  readonly secretId: string;
  readonly nowMs: number;
}

type Known = Pick<
  IdempotentRequest,
  'fingerprint' | 'secret_id' | 'state' | 'lease_until' | 'answer'
>;

/**
 * What becomes of a request whose key is known. Fingerprints say something only where one secret made both. A request that is running
 * and whose holder is gone is waited for as well: the next look takes it over. One that has begun to write is never taken over.
 */
export function decide(
  known: Known,
  { fingerprint, secretId, nowMs }: RepeatedRequest,
): RepeatDecision {
  if (known.secret_id !== secretId) return refuse('unreadable');
  if (known.fingerprint !== fingerprint) return refuse('other_request');
  if (known.state === 'done') {
    return known.answer === null ? refuse('not_kept') : { type: 'replay', answer: known.answer };
  }
  const isGone = known.lease_until.getTime() <= nowMs;
  return known.state === 'writing' && isGone ? refuse('unknown_end') : { type: 'wait' };
}

const refuse = (refusal: RepeatProblem): RepeatDecision => ({ type: 'refuse', refusal });
