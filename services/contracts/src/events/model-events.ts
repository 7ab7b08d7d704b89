import { z } from 'zod';
import { defineEvent } from './event-definition.ts';
import { text } from './event-fields.ts';

const data = z.object({
  deprecation_id: text('metadata.name of the ModelDeprecation.'),
  model_name: text('The model that goes.'),
  replacement_model: z.string().nullable().meta({ description: 'Model to use instead.' }),
  deprecation_date: z.iso.date().nullable().meta({ description: 'From when it is discouraged.' }),
  sunset_date: z.iso.date().nullable().meta({ description: 'From when it is not served.' }),
  auto_reroute: z
    .boolean()
    .meta({ description: 'Whether its requests go to the replacement after the sunset.' }),
  message: z.string().nullable().meta({ description: 'What users of it should know.' }),
});

export type ModelEventData = z.output<typeof data>;

const example: ModelEventData = {
  deprecation_id: 'gpt-4',
  model_name: 'gpt-4',
  replacement_model: 'gpt-4o',
  deprecation_date: '2026-11-24',
  sunset_date: '2027-06-30',
  auto_reroute: true,
  message: null,
};

export const MODEL_EVENTS = {
  'model.deprecated': defineEvent({
    description: 'The deprecation date of a model is reached.',
    severity: 'warning',
    data,
    example,
  }),
  'model.sunset': defineEvent({
    description: 'The sunset date of a model is reached: it is not served any more.',
    severity: 'warning',
    data,
    example,
  }),
};
