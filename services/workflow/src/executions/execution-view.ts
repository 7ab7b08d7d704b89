import { z } from 'zod';
import { EXECUTION_STATUSES } from '@aicp/contracts/workflows/execution-status';
import { STEP_STATUSES } from '../database/tables.ts';
import type { Caller } from '../access/caller.ts';
import type { Known } from '../snapshot/workflow-snapshot.ts';
import type { Execution, Step } from '../store/rows.ts';
import { isWaiting, whyNotDecide } from './why-not-decide.ts';

const moment = z.iso.datetime().nullable();
const usd = z.number().meta({ description: 'USD.' });

/** An execution as lists tell it. */
export const executionEntry = z
  .object({
    id: z.string(),
    execution_id: z.string().meta({ description: 'The same as `id`.' }),
    template: z.string().meta({ description: 'Type of the template.' }),
    status: z.enum(EXECUTION_STATUSES),
    organization_id: z.string().nullable().meta({ description: 'Null: the platform’s.' }),
    started_by: z.string().meta({ description: 'Name of the key, or of the person.' }),
    parent_id: z.string().nullable().meta({ description: 'The execution whose step started it.' }),
    run: z.int().meta({ description: 'One more with every retry.' }),
    error: z.string().nullable().meta({ description: 'Why it failed.' }),
    created_at: z.iso.datetime(),
    started_at: moment,
    ended_at: moment,
    max_cost_usd: usd.nullable().meta({ description: 'No step begins once this is spent.' }),
    total_cost: usd,
    total_tokens: z.int(),
  })
  .meta({ id: 'Execution' });

/** A step, as far as it is. */
export const stepView = z
  .object({
    id: z.string(),
    path: z.string().meta({
      description: 'The ids on the way to it, with the number of the item in a foreach.',
    }),
    name: z.string().nullable(),
    type: z.string(),
    status: z.enum(STEP_STATUSES),
    attempts: z.int().meta({ description: 'How often it was begun, after crashes too.' }),
    started_at: z.iso.datetime(),
    ended_at: moment,
    waits_until: moment,
    approvers: z.array(z.string()).nullable().meta({
      description: 'Who may decide; null: the administrators of the organization.',
    }),
    cannot_decide: z.string().nullable().meta({
      description:
        'Of one that waits for a person: why whoever asks may not decide it, in words for them. Null: they may, or it does not wait for a person.',
    }),
    output: z.unknown().meta({
      description:
        'What it puts out; of one that waits for a person, `title` and `message`: what that one is asked.',
    }),
    error: z.string().nullable(),
    tokens: z.int(),
    cost: usd,
  })
  .meta({ id: 'ExecutionStep' });

export const executionDetail = executionEntry
  .extend({ input: z.unknown(), output: z.unknown(), steps: z.array(stepView) })
  .meta({ id: 'ExecutionDetail' });

const NANO = 1_000_000_000;
const usdOf = (nano: string): number => Number(nano) / NANO;
const momentOf = (at: Date | null): string | null => at?.toISOString() ?? null;

export const toEntry = (execution: Execution): z.input<typeof executionEntry> => ({
  id: execution.id,
  execution_id: execution.id,
  template: execution.template,
  status: execution.status,
  organization_id: execution.organization === '' ? null : execution.organization,
  started_by: execution.starter.name,
  parent_id: execution.parent_id,
  run: execution.run,
  error: execution.error,
  created_at: execution.created_at.toISOString(),
  started_at: momentOf(execution.started_at),
  ended_at: momentOf(execution.ended_at),
  max_cost_usd: execution.max_cost_nano === null ? null : usdOf(execution.max_cost_nano),
  total_cost: usdOf(execution.cost_nano),
  total_tokens: Number(execution.tokens),
});

/** Who is told of an execution, and what is known of everybody. */
export interface Reader {
  readonly caller: Caller;
  readonly known: Known;
}

export const toStepView = (
  step: Step,
  execution: Execution,
  { caller, known }: Reader,
): z.input<typeof stepView> => ({
  id: step.step_id,
  path: step.path,
  name: execution.definition.steps.find(({ id }) => id === step.step_id)?.name ?? null,
  type: step.type,
  status: step.status,
  attempts: step.attempts,
  started_at: step.started_at.toISOString(),
  ended_at: momentOf(step.ended_at),
  waits_until: momentOf(step.wake_at),
  approvers: step.approvers === null ? null : [...step.approvers],
  cannot_decide: isWaiting(step)
    ? (whyNotDecide(caller, { execution, step, known }) ?? null)
    : null,
  output: step.output ?? null,
  error: step.error,
  tokens: Number(step.tokens),
  cost: usdOf(step.cost_nano),
});

export const toDetail = (
  execution: Execution,
  steps: readonly Step[],
  reader: Reader,
): z.input<typeof executionDetail> => ({
  ...toEntry(execution),
  input: execution.input ?? null,
  output: execution.output ?? null,
  steps: steps.map((step) => toStepView(step, execution, reader)),
});
