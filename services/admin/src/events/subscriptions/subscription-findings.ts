import type { Background } from '@aicp/api-kit/service/service';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { Finding } from '@aicp/contracts/poll/findings-report';
import type { EventsDatabase } from '@aicp/events/database/tables';
import { deliveryStates } from '@aicp/events/delivery/delivery-states';
import type { FindingBoard } from '../../findings/finding-board.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { foundOf } from './found-of-subscription.ts';
import { toSubscription, type StoredSubscriptions } from './stored-subscriptions.ts';
import type { SubscriptionSecrets } from './subscription-secrets.ts';

export interface SubscriptionFindingsOptions {
  readonly database: Pick<EventsDatabase, 'kysely' | 'migrated'>;
  readonly subscriptions: StoredSubscriptions;
  readonly secrets: Pick<SubscriptionSecrets, 'placeOf'>;
  readonly board: Pick<FindingBoard, 'put'>;
  /** Whether this replica does it for all. */
  readonly leads: () => Promise<boolean>;
  /** Whether the objects are known. */
  readonly isReady: () => boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

/** ms. */
const EVERY_MS = 10_000;

/** Says on each EventSubscription how deliveries to it go: one replica for all. */
export class SubscriptionFindings implements Background {
  private readonly options: SubscriptionFindingsOptions;
  private readonly loop: BackgroundLoop;

  constructor(options: SubscriptionFindingsOptions) {
    this.options = options;
    const { clock, database, log } = options;
    this.loop = new BackgroundLoop({
      work: () => this.turn(),
      everyMs: EVERY_MS,
      clock,
      ready: () => database.migrated(),
      onFailure: (error, failures) => {
        if (failures === 1) log.info({ err: error }, 'subscriptions_not_looked_at');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** Rejects where the database or the Kubernetes API does not answer. */
  async turn(): Promise<void> {
    const { subscriptions, database, board, leads, isReady } = this.options;
    if (!isReady() || !(await leads())) return;
    const states = new Map((await deliveryStates(database)).map((state) => [state.uid, state]));
    const findings: Finding[] = [];
    for (const object of subscriptions.objects()) {
      findings.push(await this.lookAt(object, states.get(object.metadata.uid ?? '')));
    }
    await board.put('EventSubscription', findings);
  }

  private async lookAt(
    object: StoredObject,
    state: Parameters<typeof foundOf>[0]['state'],
  ): Promise<Finding> {
    const { subscriptions, secrets, clock } = this.options;
    const target = await subscriptions.target(toSubscription(object));
    const isWebhook = object.spec['channel'] === 'webhook';
    return foundOf({
      object,
      target,
      state,
      signedBy: isWebhook ? secrets.placeOf(object) : undefined,
      nowMs: clock.now(),
    });
  }
}
