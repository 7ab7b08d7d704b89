import type { Database } from '@aicp/common/database/open-database';
import type { IdempotencyTables, IdempotentRequest } from './idempotency-tables.ts';

const TABLE = 'idempotent_requests';

/** A request that asks to be run, as it would be kept. */
export type Claim = Pick<
  IdempotentRequest,
  'id' | 'caller' | 'fingerprint' | 'secret_id' | 'holder'
> & {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly expiresAt: Date;
};

/** Who runs which request. */
export type Held = Pick<IdempotentRequest, 'id' | 'holder'>;

/** What is known of requests with a key. Every method rejects with DatabaseUnavailable. */
export class RecordStore {
  private readonly database: Pick<Database<IdempotencyTables>, 'kysely'>;

  constructor(options: { database: Pick<Database<IdempotencyTables>, 'kysely'> }) {
    this.database = options.database;
  }

  /**
   * Whether the request is the claimant's to run: nobody sent it before, or that is too long ago, or who ran the very same request is
   * gone and had not begun to write. One statement, so that of several replicas one gets it.
   */
  async claim({ now, leaseUntil, expiresAt, ...who }: Claim): Promise<boolean> {
    const row: IdempotentRequest = {
      ...who,
      state: 'running',
      answer: null,
      lease_until: leaseUntil,
      expires_at: expiresAt,
    };
    const claimed = await this.database.kysely
      .insertInto(TABLE)
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(row)
          .where((eb) =>
            eb.or([
              eb(`${TABLE}.expires_at`, '<=', now),
              eb.and([
                eb(`${TABLE}.state`, '=', 'running'),
                eb(`${TABLE}.lease_until`, '<=', now),
                eb(`${TABLE}.fingerprint`, '=', who.fingerprint),
                eb(`${TABLE}.secret_id`, '=', who.secret_id),
              ]),
            ]),
          ),
      )
      .returning('id')
      .executeTakeFirst();
    return claimed !== undefined;
  }

  async find(id: string): Promise<IdempotentRequest | undefined> {
    return await this.database.kysely
      .selectFrom(TABLE)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** How many of a caller's requests count, up to `most`, and when the first of them counts no more. */
  async countOf(
    caller: string,
    { now, most }: { now: Date; most: number },
  ): Promise<{ count: number; firstEnds: Date | undefined }> {
    const { count, first } = await this.database.kysely
      .selectFrom((eb) =>
        eb
          .selectFrom(TABLE)
          .select('expires_at')
          .where('caller', '=', caller)
          .where('expires_at', '>', now)
          .orderBy('expires_at')
          .limit(most)
          .as('live'),
      )
      .select(({ fn }) => [
        fn.countAll<string>().as('count'),
        fn.min<Date | null>('expires_at').as('first'),
      ])
      .executeTakeFirstOrThrow();
    return { count: Number(count), firstEnds: first ?? undefined };
  }

  /** Says that the holder is about to write. Whether the request is still its own: nobody takes it over from then on. */
  async beginWriting(held: Held): Promise<boolean> {
    const { numUpdatedRows } = await this.held(held)
      .set({ state: 'writing' })
      .where('state', '=', 'running')
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Keeps an answer; null: one that can't be kept. Whether the request is still the holder's own. */
  async complete(held: Held, answer: string | null): Promise<boolean> {
    const { numUpdatedRows } = await this.held(held)
      .set({ state: 'done', answer })
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Ends the holder's lease: how its request ended is not known. */
  async abandon(held: Held, now: Date): Promise<void> {
    await this.held(held).set({ lease_until: now }).execute();
  }

  /** Forgets a request that has changed nothing. */
  async release({ id, holder }: Held): Promise<void> {
    await this.database.kysely
      .deleteFrom(TABLE)
      .where('id', '=', id)
      .where('holder', '=', holder)
      .execute();
  }

  /** Removes what counts no more. How many. */
  async sweep(now: Date): Promise<number> {
    const { numDeletedRows } = await this.database.kysely
      .deleteFrom(TABLE)
      .where('expires_at', '<=', now)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  private held({ id, holder }: Held) {
    return this.database.kysely
      .updateTable(TABLE)
      .where('id', '=', id)
      .where('holder', '=', holder);
  }
}
