import { sql, type Kysely } from 'kysely';
import type { EventsTables } from '../database/tables.ts';

/** What is left to deliver. */
export interface Backlog {
  readonly pending: number;
  /** Age of the oldest delivery that is not over, ms. */
  readonly oldestMs: number;
  /** How long what was due first has waited, events that nobody was told of included, ms. What waits for its receiver, or for an earlier delivery, is not due. */
  readonly lagMs: number;
}

/** From so many failures in a row on, what waits waits for the receiver. */
const FAILURES_IN_A_ROW = 3;

/** How much is left to deliver, of all replicas. */
export async function readBacklog(kysely: Kysely<EventsTables>, nowMs: number): Promise<Backlog> {
  const now = new Date(nowMs);
  const { rows } = await sql<{
    pending: number;
    oldest: Date | null;
    due: Date | null;
    written: Date | null;
  }>`select count(*)::integer as pending,
      min(created_at) as oldest,
      (select min(d.next_at) from events.delivery d
        left join events.subscription_state s using (subscription_uid)
        where d.status in ('pending', 'delivering', 'failed') and d.digest_id is null
          and (s.throttled_until is null or s.throttled_until <= ${now})
          and coalesce(s.consecutive_failures, 0) < ${FAILURES_IN_A_ROW}
          and not exists (select 1 from events.delivery e
            where e.ordering_key = d.ordering_key and e.sequence < d.sequence
              and e.status in ('pending', 'delivering', 'failed'))) as due,
      (select min(written_at) from events.event where routed_at is null) as written
    from events.delivery
    where status in ('pending', 'delivering', 'failed') and digest_id is null`.execute(kysely);
  const { pending = 0, oldest, due, written } = rows[0] ?? {};
  const since = (at: Date | null | undefined): number =>
    Math.max(0, nowMs - (at?.getTime() ?? nowMs));
  return { pending, oldestMs: since(oldest), lagMs: Math.max(since(due), since(written)) };
}
