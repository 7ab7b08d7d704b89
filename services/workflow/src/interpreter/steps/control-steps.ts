import type { StepWith } from '@aicp/contracts/workflows/steps/step-types';
import { done, failed, type Action, type ActionCall, type ActionResult } from '../action.ts';
import type { Expressions } from '../expressions.ts';
import { lastOutput, type GroupOutcome } from '../outcome.ts';

type Ended = Extract<GroupOutcome, { kind: 'ended' }>['steps'];

/** Steps that run others, and those that only reckon. */
export const transform: Action<StepWith<'transform'>> = ({ with: { value } }) =>
  Promise.resolve(done(value));

export const parallel: Action<StepWith<'parallel'>> = async (call) => {
  const { steps: ids } = call.with;
  const group = await call.runSteps({ ...placeOf(call), ids, prefix: `${call.path}.` });
  return resultOf(group, (steps) =>
    Object.fromEntries(ids.map((id) => [id, steps.get(id)?.output ?? null])),
  );
};

/** So many items are worked on at once as `max_parallel` says. Where one fails, no other begins. */
export const foreach: Action<StepWith<'foreach'>> = async (call) => {
  const { items, steps: ids, max_parallel: most } = call.with;
  const outputs: unknown[] = [];
  const left = items.entries();
  let stop: ActionResult | undefined;
  const work = async (): Promise<void> => {
    for (const [index, item] of left) {
      if (stop) return;
      const group = await call.runSteps({
        ...{ ids, prefix: `${call.path}[${index}].`, signal: call.signal },
        variables: { ...call.variables, item, index },
      });
      const result = resultOf(group, (steps) => lastOutput(ids, steps));
      if (result.ok === true) outputs[index] = result.output;
      else stop ??= result;
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  return stop ?? done(outputs);
};

/** The first case that holds. */
export const switchStep =
  (expressions: Expressions): Action<StepWith<'switch'>> =>
  async (call) => {
    const { cases, default: otherwise } = call.with;
    let index: number;
    try {
      index = cases.findIndex(({ when }) => expressions.holds(when, call.variables));
    } catch (error) {
      return failed(`when: ${(error as Error).message}`);
    }
    const ids = cases[index]?.steps ?? otherwise;
    const name = index >= 0 ? index : 'default';
    if (!ids) return done({ case: null, output: null });
    const group = await call.runSteps({ ...placeOf(call), ids, prefix: `${call.path}.` });
    return resultOf(group, (steps) => ({ case: name, output: lastOutput(ids, steps) }));
  };

const placeOf = ({ variables, signal }: ActionCall) => ({ variables, signal });

/** A step whose steps failed has failed; they were tried again already. */
function resultOf(group: GroupOutcome, output: (steps: Ended) => unknown): ActionResult {
  if (group.kind === 'halted') return { ok: 'halted' };
  if (group.kind === 'failed') return failed(`${group.path}: ${group.error}`);
  return done(output(group.steps));
}
