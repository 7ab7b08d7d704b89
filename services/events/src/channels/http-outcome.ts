import { isIP } from 'node:net';
import { ForbiddenAddress } from '@aicp/common/http/address-guard';
import type { GuardedAnswer } from '@aicp/common/http/guarded-request';
import type { Outcome } from './channel.ts';
import { retryAfterMs } from './retry-after.ts';

const GONE = 410;

/** What an answer of a receiver means: 2xx alone is a success, and redirects are not followed. */
export function outcomeOf({ status, headers }: GuardedAnswer, nowMs: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  const afterMs = retryAfterMs(headers['retry-after']?.[0], nowMs);
  return {
    kind: 'failed',
    status,
    reason: reasonOf(status),
    ...(afterMs === undefined ? {} : { retryAfterMs: afterMs }),
    ...(status === GONE ? { isGone: true } : {}),
  };
}

function reasonOf(status: number): string {
  if (status === GONE) return 'The receiver answered 410: it wants no more events.';
  if (status >= 300 && status < 400) {
    return `The receiver answered ${status}, and redirects are not followed: write the address that it leads to.`;
  }
  return `The receiver answered ${status}.`;
}

/** What it means that no answer came. Rejects with what is no matter of the network. */
export function outcomeOfError(error: unknown, host: string): Outcome {
  if (error instanceof ForbiddenAddress) {
    // What a name leads to may change; a number does not.
    const isFinal = isIP(host.replace(/^\[|\]$/g, '')) > 0;
    // Without what a name led to, which is nobody's business outside.
    const reason = 'Its address leads to where requests may not be sent: write another one.';
    return { kind: 'failed', reason, isFinal };
  }
  if (!(error instanceof Error)) throw error;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') {
    return { kind: 'failed', reason: 'The receiver did not answer in time.' };
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  return { kind: 'failed', reason: `The receiver was not reached: ${code}.` };
}
