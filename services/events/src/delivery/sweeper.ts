import { sql, type Kysely } from 'kysely';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { SubscriptionSource } from '../channels/channel.ts';
import { OPEN } from '../database/delivery-tables.ts';
import type { EventsDatabase, EventsTables } from '../database/tables.ts';
import { readBacklog } from './backlog.ts';
import { statesOf } from './claims.ts';
import type { EventMetrics } from './event-metrics.ts';
import { cancelAll } from './outcomes.ts';
import type { DeliverySettings } from './settings.ts';

export interface SweeperParts {
  readonly database: Pick<EventsDatabase, 'kysely' | 'migrated'>;
  readonly subscriptions: Pick<SubscriptionSource, 'all'>;
  readonly settings: Pick<DeliverySettings, 'keepMs' | 'keepIdsMs'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: EventMetrics;
  /** Whether this replica cleans up for all. */
  readonly leads: () => Promise<boolean>;
}

const EVERY_MS = 15_000;
/** So many rows are dropped by one statement, and so many statements there are in one turn. */
const ROWS_AT_ONCE = 1000;
const MOST_STATEMENTS = 50;
/** A replica may know a subscription so much sooner than another one, ms. */
const LATE_MS = 60_000;

/** Measures what is left to deliver; one replica for all ends what has nobody to go to, and drops what is old. */
export class Sweeper {
  private readonly parts: SweeperParts;
  private readonly loop: BackgroundLoop;

  constructor(parts: SweeperParts) {
    this.parts = parts;
    const { clock, database, log } = parts;
    this.loop = new BackgroundLoop({
      work: () => this.turn(),
      everyMs: EVERY_MS,
      clock,
      ready: () => database.migrated(),
      onFailure: (error, failures) => {
        if (failures === 1) log.info({ err: error }, 'events_not_swept');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  async turn(): Promise<void> {
    const { database, clock, metrics, leads } = this.parts;
    metrics.stands(await readBacklog(database.kysely, clock.now()));
    if (!(await leads())) return;
    await this.cancelForNobody();
    await this.dropOld();
  }

  /** What waits for subscriptions that are deleted, switched off or disabled. */
  private async cancelForNobody(): Promise<void> {
    const { database, subscriptions, clock } = this.parts;
    const { kysely } = database;
    const now = new Date(clock.now());
    const all = new Map(subscriptions.all().map((one) => [one.uid, one]));
    const waiting = await kysely
      .selectFrom('delivery')
      .select('subscription_uid as uid')
      .distinct()
      .where('status', 'in', OPEN)
      .where('created_at', '<', new Date(clock.now() - LATE_MS))
      .execute();
    const states = await statesOf(kysely, [...all.values()]);
    for (const { uid } of waiting) {
      const subscription = all.get(uid);
      if (!subscription) await cancelGone(kysely, uid);
      else if (!subscription.isActive)
        await cancelAll(kysely, uid, 'The subscription is off.', now);
      else if (states.get(uid)?.disabled_at) await cancelAll(kysely, uid, 'It was disabled.', now);
    }
    await this.forgetStates([...all.keys()]);
  }

  /** What was said of subscriptions that are deleted. */
  private async forgetStates(uids: readonly string[]): Promise<void> {
    const { database, clock } = this.parts;
    const before = new Date(clock.now() - LATE_MS);
    await sql`delete from events.subscription_state
      where not (subscription_uid = any(${[...uids]}::text[]))
        and greatest(last_success_at, last_failure_at) < ${before}`.execute(database.kysely);
  }

  private async dropOld(): Promise<void> {
    const { database, settings, clock } = this.parts;
    const { kysely } = database;
    const now = new Date(clock.now());
    const before = new Date(now.getTime() - settings.keepMs);
    await untilNoneLeft(() => dropDeliveries(kysely, before));
    await untilNoneLeft(() => dropEvents(kysely, before, now));
    const idsBefore = new Date(now.getTime() - settings.keepIdsMs);
    await untilNoneLeft(() => dropIds(kysely, idsBefore));
  }
}

async function untilNoneLeft(drop: () => Promise<number>): Promise<void> {
  for (let statement = 0; statement < MOST_STATEMENTS; statement += 1) {
    if ((await drop()) < ROWS_AT_ONCE) return;
  }
}

/** What a person asked for has nobody to go to either. */
async function cancelGone(kysely: Kysely<EventsTables>, uid: string): Promise<void> {
  await kysely
    .updateTable('delivery')
    .set({ status: 'cancelled', last_error: 'The subscription was deleted.', claimed_by: null })
    .where('subscription_uid', '=', uid)
    .where('status', 'in', OPEN)
    .execute();
}

async function dropDeliveries(kysely: Kysely<EventsTables>, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from events.delivery where id in (
    select id from events.delivery where created_at < ${before} limit ${ROWS_AT_ONCE}
  )`.execute(kysely);
  return Number(numAffectedRows);
}

/** Ids stay, so that nobody writes such an event again. */
async function dropEvents(kysely: Kysely<EventsTables>, before: Date, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`with dropped as (
    delete from events.event where id in (
      select id from events.event where written_at < ${before} and routed_at is not null
        and not exists (select 1 from events.delivery where event_id = event.id)
      limit ${ROWS_AT_ONCE}
    ) returning id
  ) insert into events.past_event (id, dropped_at) select id, ${now} from dropped
    on conflict (id) do nothing`.execute(kysely);
  return Number(numAffectedRows);
}

async function dropIds(kysely: Kysely<EventsTables>, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from events.past_event where id in (
    select id from events.past_event where dropped_at < ${before} limit ${ROWS_AT_ONCE}
  )`.execute(kysely);
  return Number(numAffectedRows);
}
