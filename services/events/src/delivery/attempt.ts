import type { Logger } from '@aicp/common/log/logger';
import type {
  Channel,
  Channels,
  Outcome,
  Postponed,
  Subscription,
  SubscriptionSource,
} from '../channels/channel.ts';
import type { EventsDatabase } from '../database/tables.ts';
import type { DeliveryRow } from './claims.ts';
import { loadDelivery } from './load-delivery.ts';
import type { DeliverySettings } from './settings.ts';

export interface AttemptParts {
  readonly database: Pick<EventsDatabase, 'kysely'>;
  readonly subscriptions: Pick<SubscriptionSource, 'target'>;
  readonly channels: Channels;
  readonly settings: Pick<DeliverySettings, 'attemptMs'>;
  readonly log: Logger;
  /** Aborts when the replica stops. */
  readonly ending: AbortSignal;
}

/** Tries a delivery once; `stopped`: the replica stops, and it is as if it had not been tried. Rejects where the database does not answer. */
export async function attempt(
  row: DeliveryRow,
  subscription: Subscription,
  parts: AttemptParts,
): Promise<Outcome | Postponed | 'stopped'> {
  const { database, subscriptions, channels, settings, log, ending } = parts;
  const delivery = await loadDelivery(database.kysely, row, subscription);
  if (!delivery) {
    return { kind: 'failed', reason: 'The event is not kept any more.', isFinal: true };
  }
  const timeout = AbortSignal.timeout(settings.attemptMs);
  try {
    const target = await subscriptions.target(subscription);
    ending.throwIfAborted();
    if ('missing' in target) return { kind: 'failed', reason: target.missing };
    // What a channel is sent is the target of its own name.
    const channel: Channel = channels[target.channel];
    return await channel.send(delivery, target, AbortSignal.any([ending, timeout]));
  } catch (error) {
    if (ending.aborted) return 'stopped';
    if (timeout.aborted) {
      return { kind: 'failed', reason: 'The receiver did not answer in time.' };
    }
    log.warn({ err: error, delivery: row.id, subscription: subscription.name }, 'channel_failed');
    return {
      kind: 'failed',
      reason: 'It could not be sent: the log of the admin service says why.',
    };
  }
}
