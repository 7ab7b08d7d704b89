import { describeCause } from '@aicp/common/database/engine/survive-loss';
import type { Logger } from '@aicp/common/log/logger';
import type { Principal } from '@aicp/api-kit/access/principal';
import type { Database } from '@aicp/common/database/open-database';
import type { ColumnType } from 'kysely';

/** When each person or key signed in last. */
interface Logins {
  /** The person, or the key where none is known. */
  user_id: string;
  /** Empty: the platform. The same name in two organizations is two people. */
  organization_id: string;
  /** metadata.uid of the Organization; null: the platform, or a login of before there was this column. */
  organization_uid: string | null;
  email: string | null;
  last_login_at: ColumnType<Date, Date, Date>;
}

export interface LoginTables {
  'admin.logins': Logins;
}

/** When somebody signed in last. */
export interface Login {
  readonly userId: string;
  /** Undefined: the person belongs to the platform. */
  readonly organizationId: string | undefined;
  /** metadata.uid of that Organization; undefined: the platform, or not known. */
  readonly organizationUid?: string | undefined;
  readonly email: string | null;
  readonly at: Date;
}

/** Notes who signed in when, for the list of users. */
export class LoginStore {
  private readonly database: Pick<Database<LoginTables>, 'kysely'>;
  private readonly log: Logger;

  constructor(options: { database: Pick<Database<LoginTables>, 'kysely'>; log: Logger }) {
    this.database = options.database;
    this.log = options.log;
  }

  /** Notes a login. Nobody is kept out because it could not be noted, so it never rejects. */
  async note(principal: Principal, at: Date): Promise<void> {
    const email = principal.email ?? null;
    const organization_uid = principal.organizationUid ?? null;
    try {
      await this.database.kysely
        .insertInto('admin.logins')
        .values({
          user_id: principal.subject,
          organization_id: principal.organizationId ?? '',
          organization_uid,
          email,
          last_login_at: at,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['organization_id', 'user_id'])
            .doUpdateSet({ organization_uid, email, last_login_at: at }),
        )
        .execute();
    } catch (error) {
      this.log.warn({ reason: describeCause(error), user: principal.subject }, 'login_not_noted');
    }
  }

  /** Everybody who ever signed in. Rejects with DatabaseUnavailable. */
  async list(): Promise<readonly Login[]> {
    const rows = await this.database.kysely.selectFrom('admin.logins').selectAll().execute();
    return rows.map((row) => ({
      userId: row.user_id,
      organizationId: row.organization_id === '' ? undefined : row.organization_id,
      organizationUid: row.organization_uid ?? undefined,
      email: row.email,
      at: row.last_login_at,
    }));
  }
}
