import { z } from 'zod';
import { defineEvent } from './event-definition.ts';
import { incident, text, time } from './event-fields.ts';

const provider = z.object({
  provider_id: text('metadata.name of the Provider.'),
  name: text('Its name for people.'),
  since: time('When it began to be so.'),
  reason: text('Reason of the Provider’s condition Healthy.'),
  message: text('Message of that condition.'),
  incident: incident(),
});

export type ProviderEventData = z.output<typeof provider>;

const providerDown: ProviderEventData = {
  provider_id: 'openai',
  name: 'OpenAI',
  since: '2026-11-24T12:00:00.000Z',
  reason: 'Failing',
  message: 'all attempts of the last minute failed',
  incident: 'inc_3b9a7f0c2d5e4816a0b1c2d3e4f50617',
};

const sla = z.object({
  id: text('Of the violation, as `GET /sla/violations` has it.'),
  sla_id: text(
    'metadata.name of the SLADefinition; `default:` and the name of a Model for the default of that.',
  ),
  provider: text('metadata.name of the Provider.'),
  model: text('The model, by its id.'),
  metric: text('Which target is missed, such as `p95_ms`.'),
  target: z.number().meta({ description: 'The target.' }),
  actual: z.number().meta({ description: 'What was measured.' }),
  severity: z.enum(['warning', 'critical']).meta({ description: 'How far it is from the target.' }),
  status: z.enum(['open', 'acknowledged', 'resolved']).meta({ description: 'Of the violation.' }),
  started_at: time('When the violation began.'),
  resolved_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it ended; null: it goes on.' }),
  incident: text('That of the violation: the same for its beginning and its end.'),
});

export type SlaEventData = z.output<typeof sla>;

const violation: SlaEventData = {
  id: '0193a1f0-5c1e-7b52-9d0c-6f1f4f0b2a11',
  sla_id: 'openai-fast',
  provider: 'openai',
  model: 'gpt-4o',
  metric: 'p95_ms',
  target: 400,
  actual: 912,
  severity: 'critical',
  status: 'open',
  started_at: '2026-11-24T12:00:00.000Z',
  resolved_at: null,
  incident: '0193a1f0-5c1e-7b52-9d0c-6f1f4f0b2a11',
};

export const PROVIDER_EVENTS = {
  'sla.violation': defineEvent({
    description: 'A target of an SLADefinition is missed, once a violation.',
    severity: 'error',
    incident: 'opens',
    data: sla,
    example: violation,
  }),
  'sla.resolved': defineEvent({
    description: 'A violation ended: the target is met again, or somebody resolved it.',
    severity: 'info',
    incident: 'resolves',
    data: sla,
    example: {
      ...violation,
      actual: 310,
      status: 'resolved',
      resolved_at: '2026-11-24T12:20:00.000Z',
    },
  }),
  'provider.down': defineEvent({
    description: 'No gateway that asks a provider can use it: its condition Healthy became False.',
    severity: 'critical',
    incident: 'opens',
    data: provider,
    example: providerDown,
  }),
  'provider.recovered': defineEvent({
    description: 'A provider that was down is used again: its condition Healthy became True.',
    severity: 'info',
    incident: 'resolves',
    data: provider,
    example: {
      ...providerDown,
      since: '2026-11-24T12:06:00.000Z',
      reason: 'Serving',
      message: 'requests are answered',
    },
  }),
};
