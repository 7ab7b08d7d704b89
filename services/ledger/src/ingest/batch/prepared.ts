import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import type { AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { UsageSum } from '@aicp/contracts/usage/usage-sum';
import type { Ingested, LedgerBatch } from './ledger-batch.ts';
import { sumWithoutClaims, usageWithoutClaims } from './without-claims.ts';

/** A record with its moment, which is the same however it was written. */
export interface Timed<Record> {
  readonly record: Record;
  /** What tells it from all others of its sort. */
  readonly id: string;
  /** Its place in the batch. */
  readonly index: number;
  readonly atMs: number;
  readonly at: string;
}

/** The records of a batch that rows can hold, each once, in the order in which they are written. */
export interface Prepared {
  readonly usage: readonly Timed<UsageRecord>[];
  readonly attempts: readonly Timed<AttemptRecord>[];
  readonly sums: readonly Timed<UsageSum>[];
  readonly decisions: readonly Timed<DecisionRecord>[];
  readonly refused: Ingested['refused'];
}

type Refused = Ingested['refused'][number];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Nothing of ours is older. A clock that says so is wrong, and each day has tables of its own. */
const EARLIEST_MS = Date.UTC(2020, 0, 1);
/** A gateway's clock may be ahead of ours by so much. */
const AHEAD_MS = 86_400_000;
const MOST_ATTEMPTS = 32_767;

/**
 * All writers write in one order, so that two of them who have the same records wait for one another at most once. A record that is there several times counts
 * once.
 */
export function prepare(batch: LedgerBatch, nowMs: number): Prepared {
  const refused: Refused[] = [];
  const of = <Record>(
    part: Refused['part'],
    records: readonly Record[],
    facts: (record: Record) => { id: string; number?: number; at: string },
  ): Timed<Record>[] => {
    const known = new Map<string, Timed<Record>>();
    records.forEach((record, index) => {
      const { id, number, at } = facts(record);
      const atMs = Date.parse(at);
      const message = whyNot({ id, number, atMs, nowMs });
      if (message !== undefined) {
        refused.push({ part, index, message });
        return;
      }
      const name =
        number === undefined
          ? id.toLowerCase()
          : `${id.toLowerCase()}/${String(number).padStart(5, '0')}`;
      if (!known.has(name))
        known.set(name, { record, id: name, index, atMs, at: new Date(atMs).toISOString() });
    });
    return [...known.values()].sort(inOrder);
  };
  return {
    usage: of('usage', batch.usage.map(usageWithoutClaims), ({ id, at }) => ({ id, at })),
    attempts: of('attempts', batch.attempts, ({ usage_id: id, number, at }) => ({
      id,
      number,
      at,
    })),
    sums: of('sums', batch.sums.map(sumWithoutClaims), ({ id, hour }) => ({ id, at: hour })),
    decisions: of('decisions', batch.decisions, ({ id, at }) => ({ id, at })),
    refused,
  };
}

function whyNot(facts: {
  readonly id: string;
  readonly number: number | undefined;
  readonly atMs: number;
  readonly nowMs: number;
}): string | undefined {
  const { id, number = 1, atMs, nowMs } = facts;
  if (!UUID.test(id.toLowerCase())) return 'the id is no UUID';
  if (number > MOST_ATTEMPTS) return `the number is above ${MOST_ATTEMPTS}`;
  if (Number.isNaN(atMs)) return 'the time is none (RFC 3339)';
  if (atMs < EARLIEST_MS) return 'the time is before 2020: look at the clock of the gateway';
  if (atMs > nowMs + AHEAD_MS) {
    return 'the time is more than a day ahead: look at the clock of the gateway';
  }
  return undefined;
}

function inOrder(a: Timed<unknown>, b: Timed<unknown>): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs;
  return a.id < b.id ? -1 : 1;
}
