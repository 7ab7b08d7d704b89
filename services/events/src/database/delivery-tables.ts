import type { ColumnType, Generated } from 'kysely';
import type { ChannelName } from '../channels/channel.ts';

/** `failed` waits for its next attempt; `dead` had its last one; `cancelled` has nobody to go to. */
export type DeliveryStatus =
  'pending' | 'delivering' | 'delivered' | 'failed' | 'dead' | 'cancelled';

/** Those that are not over. */
export const OPEN = ['pending', 'delivering', 'failed'] as const;

/** One event, or one digest, for one subscription. */
export interface DeliveryTable {
  /** By `deliveryIdOf`. */
  readonly id: string;
  /** In the order in which events were written. */
  readonly sequence: ColumnType<string, never, never>;
  /** Null: it is a digest, of the deliveries that name it. */
  readonly event_id: string | null;
  /** The digest that this one is told in. */
  readonly digest_id: string | null;
  readonly subscription_uid: string;
  readonly subscription_name: string;
  /** Of the subscription; '' stands for the platform. */
  readonly organization: string;
  readonly channel: ChannelName;
  readonly event_type: string;
  /** Of several with the same one, a later one waits until the earlier ones are over. */
  readonly ordering_key: string | null;
  /** A person asked for it, by a test or a replay: it goes also to a subscription that is disabled, by itself. */
  readonly is_asked: boolean;
  readonly status: DeliveryStatus;
  readonly attempts: Generated<number>;
  /** When it may be tried; while it is `delivering`, when somebody else may try, since who does must be dead. */
  readonly next_at: Date;
  /** Of whoever delivers it. */
  readonly claimed_by: string | null;
  /** When it was tried first. */
  readonly first_at: Date | null;
  /** When it was tried last, and what became of that. */
  readonly last_at: Date | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly response_ms: number | null;
  readonly created_at: Date;
  readonly delivered_at: Date | null;
}

/** How deliveries to a subscription go. */
export interface SubscriptionStateTable {
  readonly subscription_uid: string;
  readonly subscription_name: string;
  /** Of the object, when this was written last. */
  readonly generation: ColumnType<string, number, number>;
  readonly consecutive_failures: Generated<number>;
  /** The first failure after the last success. */
  readonly failing_since: Date | null;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly last_failure_status: number | null;
  readonly last_failure_reason: string | null;
  /** Its receiver asked to be left alone until then. */
  readonly throttled_until: Date | null;
  readonly disabled_at: Date | null;
  readonly disabled_reason: 'Gone' | 'Failing' | null;
  readonly disabled_message: string | null;
}

/** An event that was dropped for its age. */
export interface PastEventTable {
  readonly id: string;
  readonly dropped_at: Date;
}
