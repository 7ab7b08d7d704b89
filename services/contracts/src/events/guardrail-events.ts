import { z } from 'zod';
import { GUARDRAIL_STAGES } from '../guardrails/verdict.ts';
import { defineEvent } from './event-definition.ts';
import { text, time } from './event-fields.ts';

const found = z.object({
  stage: z.enum(GUARDRAIL_STAGES).meta({ description: 'Whether requests or answers.' }),
  label: z.string().nullable().meta({
    description:
      'What was found; null where it blocked and named nothing, as what cannot be looked at.',
  }),
  requests: z.int().meta({ description: 'In how many requests.' }),
  count: z.int().meta({ description: 'How often in all of them.' }),
});

const data = z.object({
  guardrail_id: text('metadata.name of the Guardrail.'),
  organization_id: z.string().nullable().meta({
    description: 'Whose requests they are; null: of no organization.',
  }),
  requests: z.int().meta({ description: 'How many it blocked since it was told of last.' }),
  found: z.array(found).meta({
    description: 'What it blocked for, the most frequent first; 50 of it at most.',
  }),
  first_at: time('When the first of these requests came.'),
  last_at: time('When the last one came.'),
  message: text('The same in words.'),
});

export type GuardrailBlockedData = z.output<typeof data>;

export const GUARDRAIL_EVENTS = {
  'guardrail.blocked': defineEvent({
    description:
      'A guardrail blocked requests or answers of an organization, and then once a minute at most while it goes on.',
    severity: 'warning',
    data,
    example: {
      guardrail_id: 'no-secrets',
      organization_id: 'acme',
      requests: 3,
      found: [{ stage: 'input', label: 'AWS_ACCESS_KEY', requests: 3, count: 4 }],
      first_at: '2026-11-24T12:00:03.000Z',
      last_at: '2026-11-24T12:00:41.000Z',
      message: 'guardrail "no-secrets" blocked 3 requests: AWS_ACCESS_KEY (input)',
    },
  }),
};
