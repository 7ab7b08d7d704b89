import { z } from 'zod';
import { defineEvent } from './event-definition.ts';
import { text, time } from './event-fields.ts';

const key = z.object({
  key_id: text('metadata.name of the APIKey.'),
  name: text('Its name for people.'),
  role: text('What it may do at the admin API.'),
  team_id: z.string().nullable().meta({ description: 'Team that its use counts for.' }),
  user_id: z.string().nullable().meta({ description: 'Who uses it.' }),
  expires_at: z.iso.datetime().nullable().meta({ description: 'When it stops working.' }),
});

export type KeyEventData = z.output<typeof key>;

const example: KeyEventData = {
  key_id: 'research-notebooks',
  name: 'Research notebooks',
  role: 'member',
  team_id: 'research',
  user_id: null,
  expires_at: '2027-06-30T00:00:00.000Z',
};

export const KEY_EVENTS = {
  'key.created': defineEvent({
    description: 'An API key was made, by whatever way.',
    severity: 'info',
    data: key,
    example,
  }),
  'key.rotated': defineEvent({
    description: 'An API key got another secret.',
    severity: 'info',
    data: key.extend({
      previous_key_expires_at: z.iso
        .datetime()
        .nullable()
        .meta({ description: 'Until when the one before is good; null: it is not any more.' }),
    }),
    example: { ...example, previous_key_expires_at: '2026-11-25T12:00:00.000Z' },
  }),
  'key.revoked': defineEvent({
    description: 'An API key was blocked or deleted.',
    severity: 'info',
    data: key.extend({
      reason: z.enum(['blocked', 'deleted']).meta({ description: 'What was done to it.' }),
    }),
    example: { ...example, reason: 'blocked' },
  }),
  'key.expiring': defineEvent({
    description: 'An API key stops working in 7 days, and again in 1 day.',
    severity: 'warning',
    data: key.extend({
      expires_at: time('When it stops working.'),
      days_left: z.number().meta({ description: '7 or 1.' }),
    }),
    example: { ...example, expires_at: '2027-06-30T00:00:00.000Z', days_left: 7 },
  }),
};
