import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the text of an attribute is compared by; reading has to say it in the same words, or the index is of no use. */
const attribute = (name: string) =>
  sql`(coalesce(record -> 'attributes' ->> ${sql.lit(name)}, ''))`;

/**
 * Requests are read page by page, newest first, by each of what people look for: an index for each has its rows in that order, so that a page reads no more than it shows,
 * however rare or common they are. Refused and failed ones are few, and share one.
 */
export const requestsFound: Migration = {
  up: async (db: Kysely<unknown>) => {
    const decision = [
      ...['key', 'asked_model', 'model', 'provider'].map((name) => ({ name, by: sql.ref(name) })),
      ...['team', 'user'].map((name) => ({ name, by: attribute(name) })),
    ];
    for (const { name, by } of decision) {
      const index = sql.id(`decision_by_${name}`);
      await sql`create index ${index} on ledger.decision (${by}, at, id)`.execute(db);
    }
    await sql`create index decision_refused on ledger.decision (at, id)
      where status >= 400 or result <> 1`.execute(db);
    // Beginnings of ids are looked for too; it finds whole ones as well as the one that it replaces.
    await sql`create index decision_request_begins on ledger.decision
      (request_id text_pattern_ops)`.execute(db);
    await sql`drop index if exists ledger.decision_request`.execute(db);
    await sql`create index usage_refused on ledger.usage (at, id)
      where status >= 400 or completion <> 1`.execute(db);
    await sql`create index usage_policy on ledger.usage (policy, at, id)
      where policy <> ''`.execute(db);
    await sql`create index usage_tags on ledger.usage using gin (tags jsonb_path_ops)
      where tags is not null`.execute(db);
  },
};
