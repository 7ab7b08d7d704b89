import type { Database } from '@aicp/common/database/open-database';
import type { Generated } from 'kysely';
import type { DeliveryTable, PastEventTable, SubscriptionStateTable } from './delivery-tables.ts';

/** Something that happened, once. */
export interface EventTable {
  /** By `eventIdOf`. */
  readonly id: string;
  readonly type: string;
  /** When it happened. */
  readonly at: Date;
  /** When it was written. */
  readonly written_at: Generated<Date>;
  /** What it is about: `Budget/engineering`. */
  readonly subject: string;
  /** Whose event it is: '' stands for the platform's. */
  readonly organization: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Names of the EventSubscriptions that are told of it; null: all that match. */
  readonly only_to: readonly string[] | null;
  readonly is_test: boolean;
  /** When it was given to its subscriptions; null: not yet. */
  readonly routed_at: Date | null;
}

/** The tables of the outbox. */
export interface EventsTables {
  readonly event: EventTable;
  readonly delivery: DeliveryTable;
  readonly subscription_state: SubscriptionStateTable;
  readonly past_event: PastEventTable;
}

export type EventsDatabase = Database<EventsTables>;
