import { z } from 'zod';
import { defineEvent } from './event-definition.ts';
import { text } from './event-fields.ts';

const GUARDRAILS = 'not emitted by this version: it has no guardrails service yet';

/** Types that subscriptions may name already, of what this version does not do. */
export const LATER_EVENTS = {
  'guardrail.blocked': defineEvent({
    description: 'A guardrail blocked a request or an answer.',
    severity: 'warning',
    notEmitted: GUARDRAILS,
    data: z.object({
      guardrail_id: text('metadata.name of the Guardrail.'),
      name: text('Its name for people.'),
      stage: z.enum(['input', 'output']).meta({ description: 'What was blocked.' }),
      model: text('The model that was asked for.'),
      key_id: z.string().nullable().meta({ description: 'The key that asked.' }),
    }),
    example: {
      guardrail_id: 'no-secrets',
      name: 'No secrets',
      stage: 'input',
      model: 'gpt-4o',
      key_id: 'research-notebooks',
    },
  }),
};
