import { randomBytes } from 'node:crypto';
import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import type { Route } from '@aicp/api-kit/route/route';
import type { Background } from '@aicp/api-kit/service/service';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { eventSubscription } from '@aicp/crds/event-subscription';
import type { Channels } from '@aicp/events/channels/channel';
import { EmailChannel } from '@aicp/events/channels/email/email-channel';
import { PagerDutyChannel } from '@aicp/events/channels/pagerduty/pagerduty-channel';
import { SlackChannel } from '@aicp/events/channels/slack/slack-channel';
import type { FindingBoard } from '../findings/finding-board.ts';
import { eventSubscriptionRoutes } from '../kinds/event-subscription/routes.ts';
import type { Services } from '../resources/collections/create-services.ts';
import type { ObjectStore } from '../resources/store.ts';
import { rotationEntry } from './subscriptions/rotation-entry.ts';
import { createEvents, type EventsParts } from './create-events.ts';
import { eventRoutes } from './routes/event-routes.ts';
import { waitForDeliveries } from './routes/wait-for-deliveries.ts';
import type { EventSettings } from './subscriptions/event-settings.ts';
import { StoredSubscriptions } from './subscriptions/stored-subscriptions.ts';
import { SubscriptionFindings } from './subscriptions/subscription-findings.ts';
import { switchOff } from './switch-off.ts';
import { SubscriptionSecrets } from './subscriptions/subscription-secrets.ts';

export interface SubscriptionsParts extends Omit<
  EventsParts,
  'config' | 'subscriptions' | 'channels' | 'onGone'
> {
  readonly config: Pick<EventsParts['config'], 'instance' | 'namespace'> & {
    readonly events: EventSettings;
  };
  readonly api: KubernetesApi;
  readonly board: FindingBoard;
  readonly store: ObjectStore;
  readonly services: Services;
  readonly chain: Pick<AuditChain, 'record'>;
}

/** Who is told of events, and how: the objects, the deliveries to them, and the routes. */
export function createSubscriptions(parts: SubscriptionsParts): {
  readonly routes: readonly Route[];
  readonly background: readonly Background[];
} {
  const { clock, config, events: database, leader, store } = parts;
  const { namespace, events: settings } = config;
  const secrets = new SubscriptionSecrets({ ...parts, namespace, randomBytes });
  const subscriptions = new StoredSubscriptions({ store, secrets, settings, clock });
  const service = parts.services(eventSubscription);
  const events = createEvents({
    ...parts,
    config: { ...config, egress: settings.egress },
    subscriptions,
    channels: channelsOf(parts),
    onGone: (subscription) => switchOff(service, subscription),
  });
  const findings = new SubscriptionFindings({
    ...{ ...parts, database, subscriptions, secrets },
    leads: () => leader.takes('events'),
    isReady: () => store.hasSynced,
  });
  return {
    routes: [
      ...eventSubscriptionRoutes({
        ...{ service, secrets, randomBytes },
        onRotated: async (object, context) => {
          subscriptions.forget(object.metadata.uid ?? '');
          await parts.chain.record([rotationEntry(object, context)]);
        },
      }),
      ...eventRoutes({
        ...{ database, store, subscriptions, service, clock },
        replay: (id) => events.replay(id),
        waitFor: (wanted, expected) => waitForDeliveries({ database, clock }, wanted, expected),
      }),
    ],
    background: [...events.background, findings],
  };
}

function channelsOf({ clock, config }: SubscriptionsParts): Omit<Channels, 'webhook'> {
  const { egress, pagerDutyUrl } = config.events;
  return {
    slack: new SlackChannel({ egress, clock }),
    pagerduty: new PagerDutyChannel({ egress, clock, url: pagerDutyUrl }),
    email: new EmailChannel({ clock }),
  };
}
