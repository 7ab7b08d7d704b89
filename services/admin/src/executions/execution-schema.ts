import { EXECUTION_STATUSES } from '@aicp/contracts/workflows/execution-status';
import { approvalDecision } from '@aicp/contracts/workflows/steps/approval';
import { z } from 'zod';

const moment = z.iso.datetime().nullish();

/** An execution as lists tell it. The engine may say more of it. */
export const executionEntry = z
  .looseObject({
    id: z.string().meta({ description: 'As the workflow engine names it.' }),
    template: z.string().meta({ description: 'What was executed.' }),
    status: z.enum(EXECUTION_STATUSES),
    created_at: z.iso.datetime().meta({ description: 'When it was started.' }),
    started_at: moment,
    ended_at: moment,
    total_cost: z.number().nullish().meta({ description: 'USD, of all its steps so far.' }),
    total_tokens: z.number().nullish(),
  })
  .meta({ id: 'Execution' });

/** With what went in, what came out, and its steps. */
export const executionDetail = executionEntry
  .extend({
    input: z.unknown().optional(),
    output: z.unknown().optional(),
    error: z.unknown().optional().meta({ description: 'Why it failed.' }),
    steps: z
      .array(z.looseObject({ id: z.string(), status: z.string() }))
      .optional()
      .meta({ description: 'Each with its status, attempts, times, output, tokens and cost.' }),
  })
  .meta({ id: 'ExecutionDetail' });

/** What a new execution is of. */
export const executionBody = z
  .strictObject({
    template: z.string().min(1).max(253).meta({ description: 'Type of the workflow.' }),
    input: z.record(z.string(), z.unknown()).optional().meta({
      description: 'By the `input_schema` of the workflow.',
    }),
    max_cost_usd: z
      .union([z.number(), z.string().max(40)])
      .optional()
      .meta({
        description:
          'No step is begun once this is spent; the lower counts, this or the workflow’s.',
      }),
  })
  .meta({ id: 'ExecutionCreate' });

/** An answer to a step that waits for a person. */
export const signalBody = z
  .strictObject({
    step: z.string().min(1).max(600).meta({ description: 'Which one waits.' }),
    payload: approvalDecision.meta({
      description:
        'What is answered: `{"approved": true}` or `{"approved": false}`, which refuses, and what goes along, such as a `comment`.',
    }),
  })
  .meta({ id: 'ExecutionSignal' });
