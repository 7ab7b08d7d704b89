import type { StepWith } from '@aicp/contracts/workflows/steps/step-types';
import { MAX_WORKFLOW_DEPTH } from '@aicp/contracts/workflows/workflow-definition';
import type { EndedExecution, Watch } from '../../running/watch.ts';
import { TooManyOpen } from '../../store/open-bounds.ts';
import type { ExecutionStore } from '../../store/execution-store.ts';
import type { Execution } from '../../store/rows.ts';
import { inputFaults } from '../../templates/input-check.ts';
import { leftOf, lowestCost } from '../../templates/most-cost.ts';
import type { WorkflowSnapshot } from '../../snapshot/workflow-snapshot.ts';
import { failed, type Action, type ActionResult } from '../action.ts';
import { stopChild, tryId, usedBy, type ChildParts } from './child-execution.ts';

export interface WorkflowStepParts extends ChildParts {
  readonly snapshot: Pick<WorkflowSnapshot, 'latest'>;
  readonly executions: Pick<ExecutionStore, 'create' | 'find' | 'cancel'>;
  /** Has executions begin that are written down. */
  readonly launcher: { begin(id: string, run: number): Promise<void> };
  readonly watch: Pick<Watch, 'endOf' | 'cancelled'>;
}

/** Runs another template as an execution of its own, for the same principal, and waits for its end. Where the step's time is over, that ends too. */
export const workflow =
  (parts: WorkflowStepParts): Action<StepWith<'workflow'>> =>
  async (call) => {
    const { executions, launcher, watch, persistence } = parts;
    const { execution, signal } = call;
    const { template, input = {} } = call.with;
    const id = tryId(call);
    const known = await persistence.persist(() => executions.find(id));
    const made = known ?? (await begun(parts, { execution, id, template, input }));
    if (typeof made === 'string') return failed(made);
    await launcher.begin(made.id, made.run);
    try {
      return resultOf(await watch.endOf(id, signal));
    } catch (error) {
      throw await stopChild(parts, id, { signal, cause: error });
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

function resultOf(ended: EndedExecution): ActionResult {
  const { id, status, output, error } = ended;
  const used = usedBy(ended);
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
