import { z } from 'zod';
import { defineEvent } from './event-definition.ts';
import { text } from './event-fields.ts';

const data = z.object({
  request_id: text('As `GET /model-access/requests/{id}` has it.'),
  tier_id: text('metadata.name of the AccessTier that is asked for.'),
  team_id: z.string().nullable().meta({ description: 'The team that is to have it.' }),
  user_id: z.string().nullable().meta({ description: 'The person that is to have it.' }),
  key_id: z.string().nullable().meta({ description: 'The APIKey that is to have it.' }),
  requested_by: text('Who asked.'),
  status: z
    .enum(['pending', 'approved', 'denied', 'expired'])
    .meta({ description: 'Of the request, after this.' }),
  duration_days: z.number().nullable().meta({ description: 'For how long; null: no end.' }),
  decided_by: z.string().nullable().meta({ description: 'Who decided; null: nobody has yet.' }),
  expires_at: z.iso.datetime().nullable().meta({ description: 'When the access ends.' }),
});

export type AccessEventData = z.output<typeof data>;

const example: AccessEventData = {
  request_id: '0193a1f0-5c1e-7b52-9d0c-6f1f4f0b2a11',
  tier_id: 'premium',
  team_id: 'research',
  user_id: null,
  key_id: null,
  requested_by: 'ada@example.com',
  status: 'pending',
  duration_days: 30,
  decided_by: null,
  expires_at: null,
};
const decided = { decided_by: 'grace@example.com', expires_at: '2026-12-24T12:00:00.000Z' };

export const ACCESS_EVENTS = {
  'access.requested': defineEvent({
    description: 'Somebody asked for the models of an access tier.',
    severity: 'info',
    data,
    example,
  }),
  'access.approved': defineEvent({
    description: 'A request for access was approved.',
    severity: 'info',
    data,
    example: { ...example, ...decided, status: 'approved' },
  }),
  'access.denied': defineEvent({
    description: 'A request for access was denied.',
    severity: 'info',
    data,
    example: { ...example, ...decided, expires_at: null, status: 'denied' },
  }),
  'access.expired': defineEvent({
    description: 'Access that was granted for a time ended.',
    severity: 'info',
    data,
    example: { ...example, ...decided, status: 'expired' },
  }),
};
