import { sql, type Kysely } from 'kysely';
import { textArray } from '../database/column-arrays.ts';
import type { LedgerTables } from '../database/tables.ts';

/** So long before its feedback a request with an id that its client chose may have come. */
const LOOK_BACK = '30 days';
/** The clocks of two gateways may differ by so much. */
const AHEAD = '5 minutes';

/**
 * Finds the requests that feedback is about, each by its id and the key that sent it; of several with one id, the last before the feedback. `ids`: of those requests alone. What has no such
 * request, or is about another key's, is not known and counts nowhere.
 */
export async function matchFeedback(
  kysely: Kysely<LedgerTables>,
  ids?: readonly string[],
): Promise<void> {
  const among = ids === undefined ? sql`true` : sql`p.request_id = any(${textArray(ids)}::text[])`;
  await sql`update ledger.feedback f
    set is_known = true, usage_at = m.at, usage_id = m.id, ab_test = m.ab_test, variant = m.variant,
      dimension = m.dimension
    from (
      select p.request_id, p.key, p.organization, u.at, u.id, u.ab_test, u.variant, u.dimension
      from ledger.feedback p
      join ledger.usage u on u.at = p.usage_at and u.id = p.usage_id
      join ledger.dimension d on d.id = u.dimension
      where not p.is_known and d.key = p.key and d.organization = p.organization and ${among}
      union all
      select p.request_id, p.key, p.organization, u.at, u.id, u.ab_test, u.variant, u.dimension
      from ledger.feedback p
      cross join lateral (
        select u.at, u.id, u.ab_test, u.variant, u.dimension from ledger.usage u
        join ledger.dimension d on d.id = u.dimension
        where u.request_id = p.request_id and u.request_id <> u.id::text
          and d.key = p.key and d.organization = p.organization
          and u.at <= p.at + ${AHEAD}::interval and u.at > p.at - ${LOOK_BACK}::interval
        order by u.at desc limit 1
      ) u
      where not p.is_known and p.usage_id is null and ${among}
    ) m
    where f.request_id = m.request_id and f.key = m.key and f.organization = m.organization
      and not f.is_known`.execute(kysely);
}
