import { EVENT_SEVERITIES } from '@aicp/contracts/events/event-definition';
import { CHANNELS } from '@aicp/events/channels/channel';
import type { StoredDelivery } from '@aicp/events/reading/deliveries';
import { EVENT_STATUSES, type LoggedEvent } from '@aicp/events/reading/event-log';
import { z } from 'zod';

const time = z.iso.datetime();

export const DELIVERY_STATUSES = [
  'pending',
  'delivering',
  'delivered',
  'failed',
  'dead',
  'cancelled',
] as const;

export const eventView = z
  .object({
    id: z.string().meta({ description: 'The same for the same moment of the same object.' }),
    timestamp: time.meta({ description: 'When it happened.' }),
    event_type: z.string(),
    status: z.enum(EVENT_STATUSES).meta({
      description:
        '`pending`: somebody is still to be told; `failed`: somebody was told in vain; `none`: nobody subscribes to it.',
    }),
    attempts: z.int().meta({ description: 'Of all deliveries together.' }),
    payload: z.record(z.string(), z.unknown()).meta({ description: 'Its data.' }),
    subject: z.string().meta({ description: 'What it is about: `Budget/engineering`.' }),
    organization_id: z.string().nullable().meta({ description: 'Null: the platform’s.' }),
    test: z.boolean().meta({ description: 'Whether somebody made it for a trial.' }),
  })
  .meta({ id: 'Event', description: 'Something that happened.' });

export const toEventView = (event: LoggedEvent): z.output<typeof eventView> => ({
  id: event.id,
  timestamp: event.at.toISOString(),
  event_type: event.type,
  status: event.status,
  attempts: event.attempts,
  payload: event.data,
  subject: event.subject,
  organization_id: event.organization === '' ? null : event.organization,
  test: event.is_test,
});

export const deliveryView = z
  .object({
    id: z.string().meta({ description: 'Its `webhook-id`.' }),
    event_id: z.string().nullable().meta({ description: 'Null: a digest of several events.' }),
    event_type: z.string(),
    subscription_id: z.string(),
    channel: z.enum(CHANNELS),
    organization_id: z.string().nullable().meta({ description: 'Of the subscription.' }),
    status: z.enum(DELIVERY_STATUSES).meta({
      description:
        '`failed` is tried again at `next_attempt_at`; `dead` is not; `cancelled` has nobody to go to.',
    }),
    attempts: z.int(),
    next_attempt_at: time.nullable(),
    last_attempt_at: time.nullable(),
    response_code: z.int().nullable().meta({ description: 'Of the last attempt.' }),
    response_ms: z.int().nullable().meta({ description: 'How long it took, ms.' }),
    error: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
    digest_id: z
      .string()
      .nullable()
      .meta({ description: 'The delivery that tells of it among others.' }),
    created_at: time,
    delivered_at: time.nullable(),
  })
  .meta({ id: 'EventDelivery', description: 'One event, for one subscription.' });

const OPEN = new Set(['pending', 'delivering', 'failed']);

export const toDeliveryView = (row: StoredDelivery): z.output<typeof deliveryView> => ({
  id: row.id,
  event_id: row.event_id,
  event_type: row.event_type,
  subscription_id: row.subscription_name,
  channel: row.channel,
  organization_id: row.organization === '' ? null : row.organization,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: OPEN.has(row.status) ? row.next_at.toISOString() : null,
  last_attempt_at: row.last_at?.toISOString() ?? null,
  response_code: row.last_status,
  response_ms: row.response_ms,
  error: row.status === 'delivered' ? null : row.last_error,
  digest_id: row.digest_id,
  created_at: row.created_at.toISOString(),
  delivered_at: row.delivered_at?.toISOString() ?? null,
});

export const typeView = z
  .object({
    event_type: z.string(),
    description: z.string().meta({ description: 'When it is emitted.' }),
    severity: z.enum(EVENT_SEVERITIES),
    emitted: z.boolean().meta({ description: 'Whether this version emits it.' }),
    incident: z.enum(['opens', 'resolves']).nullable().meta({
      description: 'Whether it begins an incident or ends one; both have the same `data.incident`.',
    }),
    example: z.record(z.string(), z.unknown()).meta({ description: 'A payload that fits.' }),
  })
  .meta({ id: 'EventTypeView', description: 'A type of event.' });
