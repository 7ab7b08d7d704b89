import { describeCause } from '@aicp/common/database/describe-cause';
import type { Logger } from '@aicp/common/log/logger';
import type { Principal } from '../access/principal.ts';
import type { AdminDatabase } from '../database/tables.ts';

/** When somebody signed in last. */
export interface Login {
  readonly userId: string;
  /** Undefined: he belongs to the platform. */
  readonly organizationId: string | undefined;
  /** metadata.uid of that Organization; undefined: the platform, or not known. */
  readonly organizationUid?: string | undefined;
  readonly email: string | null;
  readonly at: Date;
}

/** Notes who signed in when, for the list of users. */
export class LoginStore {
  private readonly database: Pick<AdminDatabase, 'kysely'>;
  private readonly log: Logger;

  constructor(options: { database: Pick<AdminDatabase, 'kysely'>; log: Logger }) {
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
