import { sql } from 'kysely';
import type { EventsDatabase } from '../database/tables.ts';

/** How deliveries to a subscription go. */
export interface DeliveryState {
  readonly uid: string;
  readonly name: string;
  /** metadata.generation of the object that this is said of. */
  readonly generation: number;
  readonly consecutiveFailures: number;
  readonly lastSuccessAt: Date | undefined;
  readonly lastFailure:
    { readonly at: Date; readonly reason: string; readonly status: number | undefined } | undefined;
  /** Its receiver asked to be left alone until then. */
  readonly throttledUntil: Date | undefined;
  /** It gets nothing any more, until it is edited or something that a person asked for gets through. */
  readonly disabled:
    | { readonly at: Date; readonly reason: 'Gone' | 'Failing'; readonly message: string }
    | undefined;
  /** Deliveries that are not over, and those that are not tried again. */
  readonly pending: number;
  readonly dead: number;
}

interface Row {
  uid: string;
  name: string;
  generation: string;
  consecutive_failures: number;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  last_failure_reason: string | null;
  last_failure_status: number | null;
  throttled_until: Date | null;
  disabled_at: Date | null;
  disabled_reason: 'Gone' | 'Failing' | null;
  disabled_message: string | null;
  pending: number;
  dead: number;
}

/** How deliveries go, of every subscription to which something was tried. */
export async function deliveryStates(
  database: Pick<EventsDatabase, 'kysely'>,
): Promise<DeliveryState[]> {
  const { rows } = await sql<Row>`
    select s.subscription_uid as uid, s.subscription_name as name, s.*,
      coalesce(d.pending, 0)::integer as pending, coalesce(d.dead, 0)::integer as dead
    from events.subscription_state s left join (
      select subscription_uid,
        count(*) filter (where status in ('pending', 'delivering', 'failed')) as pending,
        count(*) filter (where status = 'dead') as dead
      from events.delivery where status in ('pending', 'delivering', 'failed', 'dead') group by 1
    ) d using (subscription_uid) order by 2`.execute(database.kysely);
  return rows.map(stateOf);
}

const stateOf = (row: Row): DeliveryState => ({
  uid: row.uid,
  name: row.name,
  generation: Number(row.generation),
  consecutiveFailures: row.consecutive_failures,
  lastSuccessAt: row.last_success_at ?? undefined,
  lastFailure: row.last_failure_at
    ? {
        at: row.last_failure_at,
        reason: row.last_failure_reason ?? '',
        status: row.last_failure_status ?? undefined,
      }
    : undefined,
  throttledUntil: row.throttled_until ?? undefined,
  disabled: disabledOf(row),
  pending: row.pending,
  dead: row.dead,
});

const disabledOf = (row: Row): DeliveryState['disabled'] =>
  row.disabled_at && row.disabled_reason
    ? { at: row.disabled_at, reason: row.disabled_reason, message: row.disabled_message ?? '' }
    : undefined;
