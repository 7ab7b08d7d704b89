import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { pause } from '@aicp/common/time/pause';
import { describeCause } from '@aicp/common/database/describe-cause';
import type { AdminDatabase } from '../database/tables.ts';

/** How soon a token that was given back at one replica is refused by the others, ms. */
const LOOK_MS = 2_000;
/** Rows of tokens that ended by themselves are removed this often, ms. */
const SWEEP_MS = 3_600_000;

/**
 * Tokens that were given back before their end. Every request asks in memory; the database carries the list to the other replicas and
 * over a restart. While it is away, what is known here still counts.
 */
export class DeniedTokens {
  private readonly database: Pick<AdminDatabase, 'kysely'>;
  private readonly clock: Clock;
  private readonly log: Logger;
  private readonly ending = new AbortController();
  private known = new Map<string, number>();
  private loop: Promise<void> | undefined;

  constructor(options: { database: Pick<AdminDatabase, 'kysely'>; clock: Clock; log: Logger }) {
    this.database = options.database;
    this.clock = options.clock;
    this.log = options.log;
  }

  start(): void {
    this.loop ??= this.follow();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.loop;
  }

  has(jti: string): boolean {
    return this.known.has(jti);
  }

  /** Refuses a token from now on, here at once. Rejects with DatabaseUnavailable where the others can't be told. */
  async deny(jti: string, expiresAt: Date): Promise<void> {
    this.known.set(jti, expiresAt.getTime());
    await this.database.kysely
      .insertInto('admin.denied_tokens')
      .values({ jti, expires_at: expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  private async follow(): Promise<void> {
    let sweptAt = -Infinity;
    do {
      try {
        await this.look();
        if (this.clock.monotonic() - sweptAt < SWEEP_MS) continue;
        await this.sweep();
        sweptAt = this.clock.monotonic();
      } catch (error) {
        this.log.debug({ reason: describeCause(error) }, 'denied_tokens_not_read');
      }
    } while (await pause(this.clock, LOOK_MS, this.ending.signal));
  }

  private async look(): Promise<void> {
    const now = new Date(this.clock.now());
    const rows = await this.database.kysely
      .selectFrom('admin.denied_tokens')
      .select(['jti', 'expires_at'])
      .where('expires_at', '>', now)
      .execute();
    // What was denied here while the database was away, or a moment ago, stays.
    const own = [...this.known].filter(([, endsAt]) => endsAt > now.getTime());
    this.known = new Map([
      ...own,
      ...rows.map((row) => [row.jti, row.expires_at.getTime()] as const),
    ]);
  }

  private async sweep(): Promise<void> {
    await this.database.kysely
      .deleteFrom('admin.denied_tokens')
      .where('expires_at', '<', new Date(this.clock.now()))
      .execute();
  }
}
