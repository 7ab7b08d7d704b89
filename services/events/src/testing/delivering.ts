import { createLogger } from '@aicp/common/log/logger';
import { createRegistry } from '@aicp/common/metrics/registry';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import type { Subscription } from '../channels/channel.ts';
import type { EventsDatabase } from '../database/tables.ts';
import { Deliverer } from '../delivery/deliverer.ts';
import { EventMetrics } from '../delivery/event-metrics.ts';
import { DELIVERY_SETTINGS, type DeliverySettings } from '../delivery/settings.ts';
import { emitEvents } from '../outbox/emit-events.ts';
import type { EventDraft } from '../outbox/event-draft.ts';
import { ScriptedChannels } from './scripted-channels.ts';
import { ListedSubscriptions } from './subscriptions.ts';

export const NOON = Date.UTC(2026, 10, 24, 12);

/** An event of the platform, told apart by what it is called. */
export const draft = (transition: string, more: Partial<EventDraft> = {}): EventDraft => ({
  type: 'key.created',
  uid: 'a-uid',
  transition,
  at: new Date(NOON),
  subject: 'APIKey/a',
  organization: undefined,
  data: { said: transition },
  ...more,
});

/** A deliverer whose clock and whose receivers a test has in its hands. Its loop does not run: a test calls its turns. */
export class Delivering {
  readonly clock = new ManualClock(NOON);
  readonly channels = new ScriptedChannels();
  readonly subscriptions: ListedSubscriptions;
  readonly gone: string[] = [];
  readonly database: EventsDatabase;
  private readonly settings: DeliverySettings;

  constructor(
    database: EventsDatabase,
    list: readonly Subscription[],
    settings: Partial<DeliverySettings> = {},
  ) {
    this.database = database;
    this.subscriptions = new ListedSubscriptions(list);
    this.settings = { ...DELIVERY_SETTINGS, jitter: 0, ...settings };
  }

  /** A replica. */
  replica(claimer = 'replica-0'): Deliverer {
    return new Deliverer({
      database: this.database,
      subscriptions: this.subscriptions,
      channels: this.channels.all,
      settings: this.settings,
      claimer,
      clock: this.clock,
      random: () => 0,
      log: createLogger({ service: 'test', level: 'silent' }),
      metrics: new EventMetrics(createRegistry('test')),
      onGone: ({ name }) => {
        this.gone.push(name);
        return Promise.resolve();
      },
    });
  }

  async emit(...drafts: readonly EventDraft[]): Promise<string[]> {
    return await emitEvents(this.database.kysely, drafts);
  }

  /** One turn of a replica, and all that follows from it. */
  async turn(replica: Deliverer): Promise<void> {
    await replica.turn();
    await replica.idle();
  }

  /** `id: status attempts`, in the order of the events. */
  async rows() {
    return await this.database.kysely
      .selectFrom('delivery')
      .selectAll()
      .orderBy('sequence')
      .execute();
  }

  /** Without anything that was written before. */
  async empty(): Promise<void> {
    for (const table of ['event', 'delivery', 'subscription_state', 'past_event'] as const) {
      await this.database.kysely.deleteFrom(table).execute();
    }
  }
}
