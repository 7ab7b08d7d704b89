import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { EventsTables } from '../database/tables.ts';
import type { EventPage, EventReach } from './reach.ts';

export interface EventLogFilter {
  readonly reach: EventReach;
  readonly type?: string | undefined;
  readonly subject?: string | undefined;
  /** Only those that happened from then on. */
  readonly since?: Date | undefined;
  /** Only those that happened before then. */
  readonly until?: Date | undefined;
}

/** `pending`: somebody is still to be told; `failed`: somebody was told in vain; `none`: nobody subscribes to it. */
export const EVENT_STATUSES = ['pending', 'delivered', 'failed', 'none'] as const;

/** An event, and what became of it. */
export interface LoggedEvent {
  readonly id: string;
  readonly at: Date;
  readonly type: string;
  readonly subject: string;
  /** '' stands for the platform's. */
  readonly organization: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly is_test: boolean;
  readonly status: (typeof EVENT_STATUSES)[number];
  /** Of all deliveries together. */
  readonly attempts: number;
}

/** Events, the newest first. Of who reads an organization's, the deliveries to the platform's subscriptions are left out. */
export async function listEvents(
  kysely: Kysely<EventsTables>,
  filter: EventLogFilter,
  { limit, before }: EventPage,
): Promise<LoggedEvent[]> {
  const { organization } = filter.reach;
  const own = organization === undefined ? sql`true` : sql`d.organization = ${organization}`;
  const place = before
    ? sql`(e.at, e.id) < (${new Date(before.atMs)}::timestamptz, ${before.id})`
    : sql`true`;
  const { rows } = await sql<LoggedEvent>`
    select e.id, e.at, e.type, e.subject, e.organization, e.data, e.is_test,
      coalesce(told.attempts, 0)::integer as attempts,
      case when e.routed_at is null or told.open > 0 then 'pending'
        when told.dead > 0 then 'failed'
        when told.delivered > 0 then 'delivered'
        else 'none' end as status
    from events.event e
    left join lateral (
      select sum(d.attempts) as attempts,
        count(*) filter (where d.status in ('pending', 'delivering', 'failed')) as open,
        count(*) filter (where d.status = 'dead') as dead,
        count(*) filter (where d.status = 'delivered') as delivered
      from events.delivery d where d.event_id = e.id and ${own}
    ) told on true
    where ${matching(filter)} and ${place}
    order by e.at desc, e.id desc limit ${limit}`.execute(kysely);
  return rows;
}

/** How many there are. */
export async function countEvents(
  kysely: Kysely<EventsTables>,
  filter: EventLogFilter,
): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from events.event e where ${matching(filter)}`.execute(
    kysely,
  );
  return rows[0]?.count ?? 0;
}

function matching({ reach, type, subject, since, until }: EventLogFilter): RawBuilder<unknown> {
  const from = Math.max(since?.getTime() ?? 0, reach.sinceMs);
  if (!Number.isFinite(from)) return sql`false`;
  return sql`${reach.organization === undefined ? sql`true` : sql`e.organization = ${reach.organization}`}
    and ${type === undefined ? sql`true` : sql`e.type = ${type}`}
    and ${subject === undefined ? sql`true` : sql`e.subject = ${subject}`}
    and ${from > 0 ? sql`e.at >= ${new Date(from)}` : sql`true`}
    and ${until === undefined ? sql`true` : sql`e.at < ${until}`}`;
}
