import type { Database } from '@aicp/common/database/open-database';
import { sql } from 'kysely';

export interface LicenseTables {
  'admin.license_clock': {
    id: number;
    /** One row: the latest moment that was ever seen. */
    seen_until: Date;
  };
}

/** Notes that it is `nowMs` at least, and answers the latest moment that was ever noted, by any replica. Milliseconds since 1970. */
export async function latestMoment(
  database: Pick<Database<LicenseTables>, 'kysely'>,
  nowMs: number,
): Promise<number> {
  const { seen_until } = await database.kysely
    .insertInto('admin.license_clock')
    .values({ id: 1, seen_until: new Date(nowMs) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        seen_until: sql`greatest(license_clock.seen_until, excluded.seen_until)`,
      }),
    )
    .returning('seen_until')
    .executeTakeFirstOrThrow();
  return seen_until.getTime();
}
