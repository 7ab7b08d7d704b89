import type { Background } from '@aicp/api-kit/service/service';
import type { Database } from '@aicp/common/database/open-database';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import { sql } from 'kysely';
import type { BudgetTables } from '../database/tables.ts';

const EVERY_MS = 5_000;
const LEASE_SECONDS = 15;

/** Finds out which replica reports: the one that took up the lease, as long as it renews it. The database's clock counts. */
export class Reporter implements Background {
  private readonly database: Database<BudgetTables>;
  private readonly replica: string;
  private readonly loop: BackgroundLoop;
  private readonly clock: Clock;
  /** By the monotonic clock. */
  private heldUntilMs = -Infinity;

  constructor(options: {
    readonly database: Database<BudgetTables>;
    /** The replica's own name. */
    readonly replica: string;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    const { database, replica, clock, log } = options;
    this.database = database;
    this.replica = replica;
    this.clock = clock;
    this.loop = new BackgroundLoop({
      work: () => this.turn(),
      everyMs: EVERY_MS,
      clock,
      ready: () => database.migrated(),
      onFailure: (error, failures) => {
        if (failures === 1) log.info({ err: error }, 'reporter_lease_not_asked');
      },
    });
  }

  /** Whether this replica reports now. */
  get isReporter(): boolean {
    return this.clock.monotonic() < this.heldUntilMs;
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** Takes or renews the lease, where no other replica has it. */
  async turn(): Promise<void> {
    const askedMs = this.clock.monotonic();
    const until = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;
    const { rows } = await sql`insert into budget.reporter (id, replica, until)
      values (1, ${this.replica}, ${until})
      on conflict (id) do update set replica = excluded.replica, until = excluded.until
      where reporter.replica = excluded.replica or reporter.until < now()
      returning id`.execute(this.database.kysely);
    this.heldUntilMs = rows.length > 0 ? askedMs + LEASE_SECONDS * 1000 : -Infinity;
  }
}
