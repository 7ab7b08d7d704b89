import { noHealthyUpstream } from '@aicp/contracts/routing/refusal';
import type { Blame } from '../../health/attempt-record.ts';
import type { ShareReason } from '../../memory/fair-shares.ts';
import type { AnswerPart } from '../../protocols/protocol.ts';
import type { FailureKind } from '../../health/target-health.ts';
import type { UpstreamHeaders } from '../../providers/upstream/provider-client.ts';
import {
  internalError,
  overloaded,
  providerBusy,
  providersFull,
  toRefusal,
  upstreamFailed,
  upstreamTimeout,
  type Refusal,
} from './refusal.ts';

/** Why an attempt came to nothing, before the client had a byte. */
export interface Failure {
  readonly kind: Exclude<FailureKind, 'broken'> | 'unusable' | 'open' | 'full' | 'limited';
  /** For people. */
  readonly detail: string;
  /** Milliseconds that the provider asked to wait; infinite where it is not known how long. */
  readonly retryAfterMs?: number | undefined;
  /** Whose share left no room in memory for the answer; absent: another failure, or no room for anybody. */
  readonly share?: ShareReason | undefined;
}

/** A failure of an attempt that was made. */
export interface AttemptFailure extends Failure {
  readonly kind: Exclude<FailureKind, 'broken'>;
  /** What had come of an answer that broke off; absent: none had begun. */
  readonly part?: AnswerPart;
}

const FULL = 'the answers that are under way fill the memory that they may have';
const NO_ROOM: Readonly<Record<ShareReason, string>> = {
  organization_share:
    'answers have most of their memory, and this organization has its share of it',
  key_share: 'answers have most of their memory, and this key has its share of it',
};

/** An answer found no room in memory, and this is why. */
export const noRoom = (missing: ShareReason | 'full'): AttemptFailure =>
  missing === 'full'
    ? { kind: 'overloaded', detail: FULL }
    : { kind: 'overloaded', detail: NO_ROOM[missing], share: missing };

const BUSY_SECONDS = 1;
const UNUSABLE_SECONDS = 10;

/** How a status is taken: as an answer, as the client's own fault, or as a failure of the provider. */
export function kindOfStatus(status: number): 'answer' | 'rejected' | AttemptFailure['kind'] {
  if (status >= 200 && status < 300) return 'answer';
  if (status === 401 || status === 402 || status === 403) return 'credential';
  if (status === 408) return 'timeout';
  if (status === 429) return 'busy';
  if (status >= 500) return 'server_error';
  return status >= 400 ? 'rejected' : 'unexpected';
}

/** Whether the same provider may do better the next time. One that took all its time would take it again. */
export const isWorthRetrying = ({ kind }: Failure): boolean =>
  kind === 'connection' || kind === 'busy' || kind === 'server_error';

/** Who is to blame for a failure, so that others are still asked. */
export function blameOf(kind: Failure['kind'] | FailureKind): Blame {
  if (kind === 'credential' || kind === 'busy') return 'credential';
  return kind === 'overloaded' || kind === 'fault' ? 'nobody' : 'provider';
}

/** What the client is told when nobody answered; `last` is the last failure of a provider that was tried. */
export function refusalOf(last: Failure | undefined, model: string): Refusal {
  if (!last) return toRefusal(noHealthyUpstream(model), ['retry-after', String(UNUSABLE_SECONDS)]);
  if (last.kind === 'fault') return internalError();
  if (last.kind === 'overloaded') return overloaded(last.share);
  if (last.kind === 'full') return providersFull(model);
  if (last.kind === 'timeout') return upstreamTimeout(model);
  if (last.kind === 'busy') {
    const { retryAfterMs: wait = 0 } = last;
    return providerBusy(model, (Number.isFinite(wait) && Math.ceil(wait / 1000)) || BUSY_SECONDS);
  }
  return upstreamFailed(model);
}

/** The longest wait that is believed, and passed on to a client. */
const LONGEST_WAIT_MS = 3_600_000;
const DECIMAL = /^[0-9]{1,10}(?:\.[0-9]{1,6})?$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/;

/**
 * Milliseconds that an answer asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. Undefined where it asks for none.
 * Infinite where that is none of these, or longer than an hour: nobody knows when the provider can be asked again.
 */
export function retryAfterMs(headers: UpstreamHeaders, nowMs: number): number | undefined {
  const { 'retry-after-ms': ms, 'retry-after': after } = headers;
  if (ms === undefined && after === undefined) return undefined;
  const wait = decimal(ms) ?? waitOf(after, nowMs) ?? Infinity;
  return wait <= LONGEST_WAIT_MS ? wait : Infinity;
}

function waitOf(text: unknown, nowMs: number): number | undefined {
  const seconds = decimal(text);
  if (seconds !== undefined) return seconds * 1000;
  if (typeof text !== 'string' || !HTTP_DATE.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

const decimal = (text: unknown): number | undefined =>
  typeof text === 'string' && DECIMAL.test(text) ? Number(text) : undefined;
