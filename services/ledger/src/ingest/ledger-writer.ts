import type { Clock } from '@aicp/common/time/clock';
import type { Transaction } from 'kysely';
import type { LedgerDatabase, LedgerTables } from '../database/tables.ts';
import { writeFeedback } from '../feedback/write-feedback.ts';
import { DayTables } from '../days/day-tables.ts';
import { isTellable } from '../days/late-usage.ts';
import type { Ingested, LedgerBatch } from './batch/ledger-batch.ts';
import { Naming } from './naming.ts';
import { prepare } from './batch/prepared.ts';
import { growBlocks } from './roll-ups/grow-blocks.ts';
import { growGuardrails } from './roll-ups/grow-guardrails.ts';
import { growLatency } from './roll-ups/grow-latency.ts';
import { growTags } from './roll-ups/grow-tags.ts';
import { growUsage } from './roll-ups/grow-usage.ts';
import type { Counted } from './roll-ups/usage-sums.ts';
import { noteDelivery } from './rows/delivery-row.ts';
import { isWorthAnotherTry } from './worth-another-try.ts';
import { writeRows, type Fresh } from './write-rows.ts';

const TRIES = 5;

/** What is to be written in the transaction of a batch, of what was new in it. It may be called again where the transaction is tried again. */
export type Alongside = (
  tx: Transaction<LedgerTables>,
  fresh: Pick<Ingested, 'usage' | 'sums'>,
) => Promise<void>;

/** Brings facts into the ledger. Several of these may work at a time, in any number of processes. */
export class LedgerWriter {
  private readonly database: LedgerDatabase;
  private readonly clock: Clock;
  private readonly days: DayTables;
  private readonly naming = new Naming();

  constructor({ database, clock }: { database: LedgerDatabase; clock: Clock }) {
    this.database = database;
    this.clock = clock;
    this.days = new DayTables(database);
  }

  /**
   * Brings a batch in, all of it or, where this rejects, none: a batch may be sent again at any time. Rejects with DatabaseUnavailable while the database
   * is away.
   */
  async ingest(batch: LedgerBatch, alongside?: Alongside): Promise<Ingested> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.attempt(batch, alongside);
      } catch (error) {
        // What we know of tables and numbers may be of before the database was restored.
        this.days.forget();
        this.naming.forget();
        if (tries >= TRIES || !isWorthAnotherTry(error)) throw error;
      }
    }
  }

  private async attempt(batch: LedgerBatch, alongside?: Alongside): Promise<Ingested> {
    const nowMs = this.clock.now();
    const prepared = prepare(batch, nowMs);
    const kept = await this.days.ensure({
      usage: [...prepared.usage, ...prepared.attempts].map(({ atMs }) => atMs),
      decision: prepared.decisions.map(({ atMs }) => atMs),
    });
    const named = await this.naming.name(this.database.kysely, prepared);
    const tooLate = named.usage.filter(({ atMs }) => !isTellable(atMs, kept.usage));
    const refused = [
      ...prepared.refused,
      ...tooLate.map(({ index }) => ({
        part: 'usage' as const,
        index,
        message: 'the day was dropped more than a year ago, so that it may have been counted',
      })),
    ];
    return await this.database.kysely.transaction().execute(async (tx) => {
      const fresh = await writeRows(tx, named, kept);
      // All is worked out before the first sum is ours: others who add to the same ones wait from then on.
      const sums = [
        ...growUsage(countedOf(fresh)),
        ...growTags(fresh.usage.flatMap(taggedOf)),
        ...growGuardrails(fresh.usage),
        ...growBlocks(fresh.usage),
      ];
      const addLatency = growLatency(fresh.attempts);
      for (const statement of sums) await statement.execute(tx);
      await addLatency(tx);
      await noteDelivery(tx, batch, nowMs);
      await writeFeedback(tx, batch.feedback ?? [], nowMs);
      const outcome = outcomeOf(batch, fresh, refused);
      await alongside?.(tx, outcome);
      return outcome;
    });
  }
}

const countedOf = ({ usage, sums }: Fresh): Counted[] => [
  ...usage.map(({ record, atMs, dimension }) => ({
    ...{ atMs, dimension, requests: 1, tokens: record },
    costNano: record.cost_nano_usd,
  })),
  ...sums.map(({ record, atMs, dimension }) => ({
    ...{ atMs, dimension, requests: record.requests, tokens: record },
    costNano: record.cost_nano_usd,
  })),
];

const taggedOf = ({ record, atMs, tags }: Fresh['usage'][number]) =>
  tags.map((tag) => ({ atMs, tag, costNano: record.cost_nano_usd, payer: record.payer }));

function outcomeOf(batch: LedgerBatch, fresh: Fresh, refused: Ingested['refused']): Ingested {
  const { usage, attempts, sums, decisions } = batch;
  const all = usage.length + attempts.length + sums.length + decisions.length;
  const accepted = fresh.usage.length + fresh.attempts.length + fresh.sums.length + fresh.decisions;
  return {
    usage: fresh.usage.map(({ record }) => record),
    sums: fresh.sums.map(({ record }) => record),
    accepted,
    known: all - accepted - refused.length,
    refused,
  };
}
