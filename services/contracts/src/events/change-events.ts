import { z } from 'zod';
import { defineEvent } from './event-definition.ts';
import { text, usd } from './event-fields.ts';

const abTest = z.object({
  ab_test_id: text('metadata.name of the ABTest.'),
  name: text('Its name for people.'),
  base_model: text('Model that is asked for.'),
  variant_model: text('Model that is tried.'),
  traffic_split_percent: z.number().meta({ description: 'Percent that the variant gets.' }),
  success_metric: text('What decides.'),
  status: z.enum(['running', 'promoted', 'rolled_back']).meta({ description: 'Its state.' }),
});

const abTestEnd = abTest.extend({
  recommendation: z.literal(true).optional().meta({
    description:
      'True: nothing was changed, since the state is kept elsewhere, as in Git; `status` says how it still stands.',
  }),
  verdict: z
    .string()
    .optional()
    .meta({ description: 'Of a recommendation: what the results say.' }),
  reason: z.string().optional().meta({ description: 'Of a recommendation: why, in words.' }),
  owner: z
    .string()
    .optional()
    .meta({ description: 'Of a recommendation: who keeps the state, and is to change it.' }),
});

export type AbTestEventData = z.output<typeof abTest>;
export type AbTestEndData = z.output<typeof abTestEnd>;

const running: AbTestEventData = {
  ab_test_id: 'mini-instead-of-4o',
  name: 'mini instead of 4o',
  base_model: 'gpt-4o',
  variant_model: 'gpt-4o-mini',
  traffic_split_percent: 10,
  success_metric: 'latency',
  status: 'running',
};

const prompt = z.object({
  prompt_id: text('metadata.name of the PromptTemplate.'),
  name: text('Its name for people.'),
  version: z.number().meta({ description: 'Number of the text that it is about.' }),
  submitted_by: z.string().nullable().meta({ description: 'Who handed it in for review.' }),
});

export type PromptEventData = z.output<typeof prompt>;

const submitted: PromptEventData = {
  prompt_id: 'summary',
  name: 'Summary',
  version: 3,
  submitted_by: 'ada@example.com',
};

const rejected = z.object({
  kind: text('Of the object.'),
  name: text('metadata.name of the object.'),
  generation: z.number().meta({ description: 'metadata.generation that was rejected.' }),
  reason: text('Reason of its condition Accepted.'),
  message: text('Message of that condition: what is wrong, and what to do.'),
});

export type RejectedEventData = z.output<typeof rejected>;

const report = z.object({
  report_id: text('As `GET /chargeback/reports/{id}` has it.'),
  name: text('Its name.'),
  period_start: text('First moment of the period.'),
  period_end: text('First moment after the period.'),
  status: z.literal('finalized'),
  total_cost: usd('All that was spent, USD.'),
  allocated_cost: usd('What a rule allocates, USD.'),
  unallocated_cost: usd('What no rule allocates, USD.'),
});

export type ReportEventData = z.output<typeof report>;

export const CHANGE_EVENTS = {
  'abtest.started': defineEvent({
    description: 'An A/B test began to run for the first time.',
    severity: 'info',
    data: abTest,
    example: running,
  }),
  'abtest.promoted': defineEvent({
    description:
      'The variant of an A/B test was promoted, by a person or by itself; with `recommendation`, it ought to be.',
    severity: 'info',
    data: abTestEnd,
    example: { ...running, status: 'promoted' },
  }),
  'abtest.rolled_back': defineEvent({
    description:
      'The variant of an A/B test was taken back, by a person or by itself; with `recommendation`, it ought to be.',
    severity: 'warning',
    data: abTestEnd,
    example: { ...running, status: 'rolled_back' },
  }),
  'prompt.submitted': defineEvent({
    description: 'A text of a prompt was handed in for review.',
    severity: 'info',
    data: prompt,
    example: submitted,
  }),
  'prompt.approved': defineEvent({
    description: 'A text of a prompt was approved.',
    severity: 'info',
    data: prompt.extend({ approved_by: text('Who approved it.') }),
    example: { ...submitted, approved_by: 'grace@example.com' },
  }),
  'chargeback.finalized': defineEvent({
    description: 'A chargeback report was finalized: its figures do not change any more.',
    severity: 'info',
    data: report,
    example: {
      report_id: '0193a1f0-5c1e-7b52-9d0c-6f1f4f0b2a11',
      name: 'October 2026',
      period_start: '2026-10-01T00:00:00.000Z',
      period_end: '2026-11-01T00:00:00.000Z',
      status: 'finalized',
      total_cost: 1234.56,
      allocated_cost: 1200,
      unallocated_cost: 34.56,
    },
  }),
  'config.rejected': defineEvent({
    description:
      'The operator rejected an object: what it says is not in force. Once a generation and reason.',
    severity: 'error',
    data: rejected,
    example: {
      kind: 'RoutingPolicy',
      name: 'eu-only',
      generation: 4,
      reason: 'ReferenceNotFound',
      message: 'spec.targetModels[0]: there is no Model gpt-5-eu',
    },
  }),
};
