import { createLogger } from '@aicp/common/log/logger';
import { createRegistry } from '@aicp/common/metrics/registry';
import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import type { Channel, Channels } from '@aicp/events/channels/channel';
import { WebhookChannel } from '@aicp/events/channels/webhook/webhook-channel';
import { openEvents } from '@aicp/events/database/open-events';
import { Deliverer } from '@aicp/events/delivery/deliverer';
import { EventMetrics } from '@aicp/events/delivery/event-metrics';
import { ListedSubscriptions, subscription } from '@aicp/events/testing/subscriptions';
import { quickSettings, SECRETS } from './settings.ts';

/** A replica that delivers to webhooks, until it is killed: what its environment says is all that it knows. */
const { DATABASE_URL = '', RECEIVERS = '{}', CLAIMER = '', DIGEST_AFTER = '' } = process.env;
const receivers = JSON.parse(RECEIVERS) as Readonly<Record<string, string>>;

const parts = {
  clock: systemClock,
  random: Math.random,
  log: createLogger({ service: 'deliverer', level: 'warn' }),
};
const database = await openEvents({ ...parts, location: { url: DATABASE_URL } });
await database.migrated();

const webhook: Channel = new WebhookChannel({
  egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
  source: '/aicp/test',
  clock: systemClock,
}) as Channel;
const channels: Channels = { webhook, slack: webhook, pagerduty: webhook, email: webhook };

new Deliverer({
  ...parts,
  database,
  subscriptions: new ListedSubscriptions(
    Object.keys(receivers).map((name) => subscription(name)),
    ({ name }) => ({ channel: 'webhook', url: receivers[name] ?? '', secrets: SECRETS }),
  ),
  channels,
  settings: quickSettings(Number(DIGEST_AFTER)),
  claimer: `${CLAIMER}-${process.pid}`,
  metrics: new EventMetrics(createRegistry('deliverer')),
  onGone: () => Promise.resolve(),
}).start();
process.stdout.write('started\n');
