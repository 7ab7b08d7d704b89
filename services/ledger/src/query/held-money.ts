import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { LedgerTables } from '../database/tables.ts';

/** For so long after a call its grants may be used, ms. A gateway that is cut off for longer acts as if all was spent. */
export const LEASE_VALID_MS = 600_000;
/**
 * For so long after a call what is granted is no one else's, ms: a gateway that stopped using it by its own clock may have requests under way that go on, and
 * deliver later.
 */
export const LEASE_KEPT_MS = 2 * LEASE_VALID_MS;
/** Gateways that hold anything say so every second. Of one that has not for so long, nobody knows that anything is under way still. */
const HELD_SECONDS = 10;
const IS_NEAR = sql<boolean>`heard_at > now() - make_interval(secs => ${HELD_SECONDS})`;

/** What requests under way have reserved of what one subject may spend in one period, and whether some were refused; nano-USD. */
export interface HeldMoney {
  /** The subject's name. */
  readonly subject: string;
  readonly startsMs: number;
  readonly endsMs: number;
  readonly nanoUsd: bigint;
  /** The highest limit by which a gateway refused a request in the period; undefined: none did. */
  readonly refusedAt: bigint | undefined;
}

/** Since when a gateway that holds leases has been heard of. */
export const isLiveSince = (): RawBuilder<Date> =>
  sql<Date>`now() - make_interval(secs => ${LEASE_KEPT_MS / 1_000})`;

/**
 * What requests under way have reserved, as gateways said of late; of some subjects, or of all. That a request was refused stays so while the period
 * lasts, whatever became of the gateway.
 */
export async function heldMoney(
  kysely: Kysely<LedgerTables>,
  subjects?: readonly string[],
): Promise<HeldMoney[]> {
  const rows = await kysely
    .selectFrom('lease')
    .select(({ fn }) => ['subject', 'starts', 'ends', fn.max('refused_at').as('refused_at')])
    .select(sql`coalesce(sum(held) filter (where ${IS_NEAR}), 0)`.as('held'))
    .where('ends', '>', sql<Date>`now()`)
    .where(sql<boolean>`(${IS_NEAR} or refused_at is not null)`)
    .$if(subjects !== undefined, (query) =>
      query.where(sql<boolean>`subject = any(${[...(subjects ?? [])]}::text[])`),
    )
    .groupBy(['subject', 'starts', 'ends'])
    .execute();
  return rows.map(({ subject, starts, ends, held, refused_at }) => ({
    subject,
    startsMs: starts.getTime(),
    endsMs: ends.getTime(),
    nanoUsd: BigInt(String(held)),
    refusedAt: refused_at === null ? undefined : BigInt(refused_at),
  }));
}
