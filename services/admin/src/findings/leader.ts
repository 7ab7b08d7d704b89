import type { Database } from '@aicp/common/database/open-database';
import { sql } from 'kysely';
import type { FindingTables } from './finding-tables.ts';

/** What one replica does for all. */
export type Duty = 'sla' | 'abtests' | 'events' | 'clocks';

/** How long a replica has a duty after it took it, seconds. It takes it again before each turn. */
const LEASE_SECONDS = 45;

/**
 * Finds out which replica has a duty: the one that took it up, as long as it does so again. The database's clock counts. A row, and no advisory lock, since such a lock
 * needs a connection for as long as it is held, and PGlite has one.
 */
export class Leader {
  private readonly database: Pick<Database<FindingTables>, 'kysely'>;
  /** The replica's own name. */
  private readonly replica: string;

  constructor(options: {
    readonly database: Pick<Database<FindingTables>, 'kysely'>;
    readonly replica: string;
  }) {
    this.database = options.database;
    this.replica = options.replica;
  }

  /** Takes the duty, or keeps it; false while another replica has it. */
  async takes(duty: Duty): Promise<boolean> {
    const { rows } = await sql`insert into admin.leader (duty, replica, until)
      values (${duty}, ${this.replica}, now() + make_interval(secs => ${LEASE_SECONDS}))
      on conflict (duty) do update set replica = excluded.replica, until = excluded.until
      where leader.replica = excluded.replica or leader.until < now()
      returning duty`.execute(this.database.kysely);
    return rows.length > 0;
  }

  /** Gives up every duty, so that another replica need not wait. */
  async leave(): Promise<void> {
    await this.database.kysely.deleteFrom('leader').where('replica', '=', this.replica).execute();
  }
}
