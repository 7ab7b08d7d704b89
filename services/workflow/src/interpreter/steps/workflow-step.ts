import { createHash } from 'node:crypto';
import type { StepWith } from '@aicp/contracts/workflows/steps/step-types';
import { MAX_WORKFLOW_DEPTH } from '@aicp/contracts/workflows/workflow-definition';
import { ClaimLost } from '../../store/claim.ts';
import type { Persistence } from '../../running/persistence.ts';
import type { EndedExecution, Watch } from '../../running/watch.ts';
import { TooManyOpen } from '../../store/open-bounds.ts';
import type { ExecutionStore } from '../../store/execution-store.ts';
import type { Execution } from '../../store/rows.ts';
import { inputFaults } from '../../templates/input-check.ts';
import { leftOf, lowestCost } from '../../templates/most-cost.ts';
import type { WorkflowSnapshot } from '../../snapshot/workflow-snapshot.ts';
import { failed, type Action, type ActionResult } from '../action.ts';

export interface WorkflowStepParts {
  readonly snapshot: Pick<WorkflowSnapshot, 'latest'>;
  readonly executions: Pick<ExecutionStore, 'create' | 'find' | 'cancel'>;
  /** Has executions begin that are written down. */
  readonly launcher: { begin(id: string, run: number): Promise<void> };
  readonly watch: Pick<Watch, 'endOf' | 'cancelled'>;
  readonly persistence: Pick<Persistence, 'persist' | 'stopped'>;
}

/** Runs another template as an execution of its own, for the same principal, and waits for its end. Where the step's time is over, that ends too. */
export const workflow =
  (parts: WorkflowStepParts): Action<StepWith<'workflow'>> =>
  async ({ execution, path, row, with: { template, input = {} }, signal }) => {
    const { executions, launcher, watch, persistence } = parts;
    const id = childId(execution, path, row.failures);
    const known = await persistence.persist(() => executions.find(id));
    const made = known ?? (await begun(parts, { execution, id, template, input }));
    if (typeof made === 'string') return failed(made);
    await launcher.begin(made.id, made.run);
    try {
      return resultOf(await watch.endOf(id, signal));
    } catch (error) {
      if (!persistence.stopped.aborted && !(error instanceof ClaimLost)) {
        watch.cancelled(await persistence.persist(() => executions.cancel(id)));
      }
      throw error;
    }
  };

/** The execution that was written down, or why none was. */
async function begun(
  { snapshot, executions, persistence }: WorkflowStepParts,
  wanted: { execution: Execution; id: string; template: string; input: unknown },
): Promise<Execution | string> {
  const { execution, id, template, input } = wanted;
  const { organization, depth } = execution;
  if (depth >= MAX_WORKFLOW_DEPTH) {
    return `workflows may call workflows ${MAX_WORKFLOW_DEPTH} deep, and this one is there: does a template call itself?`;
  }
  const of = organization === '' ? undefined : organization;
  const definition = snapshot.latest?.templates.find(template, of);
  if (!definition) return `there is no template ${template} that may be run`;
  const [fault] = inputFaults(definition, input);
  if (fault) return `input of ${template}: ${fault.path}: ${fault.message}`;
  const create = async () => {
    const now = (await executions.find(execution.id)) ?? execution;
    return await executions.create({
      ...{ id, definition, input, owner: execution, parent: execution, idempotencyKey: undefined },
      maxCostNano: lowestCost(definition, leftOf(now)),
      asked: '',
    });
  };
  try {
    return await persistence.persist(create);
  } catch (error) {
    if (error instanceof TooManyOpen) return error.message;
    throw error;
  }
}

/** The same for the same try of the same step, so that a crash makes no second one. */
function childId({ id, run }: Execution, path: string, failures: number): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([id, run, path, failures]))
    .digest('hex');
  const time = id.slice(0, 13);
  return `${time}-8${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}

function resultOf(ended: EndedExecution): ActionResult {
  const { id, status, output, error } = ended;
  const used = { tokens: Number(ended.tokens), costNano: BigInt(ended.cost_nano) };
  if (status === 'completed') return { ok: true, output: { execution_id: id, output }, ...used };
  const why = error === null ? '' : `: ${error}`;
  return {
    ...failed(
      `execution ${id} has ${status === 'failed' ? 'failed' : 'been cancelled'}${why}`,
      true,
    ),
    ...used,
  };
}
