import { Problem } from '@aicp/common/errors/problem';
import type { RepeatProblem } from './decide.ts';

/** Seconds after which a request that is running may have been answered. */
const RETRY_AFTER = '2';

const REFUSALS: Readonly<Record<RepeatProblem, readonly [status: number, detail: string]>> = {
  unreadable: [
    409,
    'A request with this Idempotency-Key was sent before the Secret aicp-admin-idempotency-key was replaced, so what became of it cannot be read. Look whether it was done; if not, send it with a new key.',
  ],
  other_request: [
    422,
    'This Idempotency-Key was used for another request: method, path, query, If-Match, body and your role have to be the same. Take a new key for a new request.',
  ],
  unknown_end: [
    409,
    'The request with this Idempotency-Key began to write, and whether it came to its end is not known. It is not run again by itself: look whether it was done; if not, send it with a new key.',
  ],
  not_kept: [
    409,
    'The request with this Idempotency-Key was done, and its answer was too large to keep: look up what it made.',
  ],
};

/** What a caller is told whose request can't be answered as the one before it. */
export function refusalProblem(refusal: RepeatProblem): Problem {
  const [status, detail] = REFUSALS[refusal];
  return new Problem(status, detail);
}

export const stillRunning = (): Problem =>
  new Problem(
    409,
    'The request with this Idempotency-Key is running: send it again in a moment, with the same key.',
    { headers: { 'Retry-After': RETRY_AFTER } },
  );

export const tooManyKeys = (most: number, waitMs: number): Problem =>
  new Problem(
    429,
    `At most ${most} requests with an Idempotency-Key are remembered for a caller in 24 hours. Send it without one, or later.`,
    { headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) } },
  );
