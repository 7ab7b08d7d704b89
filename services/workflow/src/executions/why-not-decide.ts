import { administers, mayBeNamed, type Caller } from '../access/caller.ts';
import { areOne, asOne } from '../access/counts-as-one.ts';
import { othersDecide } from '../access/others-who-decide.ts';
import type { Known } from '../snapshot/workflow-snapshot.ts';
import type { Execution, Step } from '../store/rows.ts';

/** Who asks about a step that waits for a person, and what is known. */
interface Asked {
  readonly execution: Execution;
  readonly step: Pick<Step, 'approvers'>;
  readonly known: Known;
}

/** Whether a step waits for a person. */
export const isWaiting = ({ type, status }: Pick<Step, 'type' | 'status'>): boolean =>
  type === 'approval' && status === 'waiting';

/** A person is named as whom they signed in, and a key by its own name, whoever it says that uses it. */
export const isNamed = (
  caller: Caller,
  execution: Execution,
  approvers: Step['approvers'],
): boolean => approvers?.includes(caller.name) === true && mayBeNamed(caller, execution);

/** Why somebody may not decide for a step that waits, as a sentence for them; undefined: they may. */
export function whyNotDecide(
  caller: Caller,
  { execution, step: { approvers }, known }: Asked,
): string | undefined {
  const may = approvers ? isNamed(caller, execution, approvers) : administers(caller, execution);
  if (!may) {
    const who = approvers ? approvers.join(', ') : 'administrators of the organization';
    return `You may not decide this: ask ${who}.`;
  }
  if (!known.fourEyes) return undefined;
  const starter = asOne(execution.starter, known.keys);
  if (!areOne(starter, asOne(caller, known.keys))) return undefined;
  // The only one who could decide is asked for no second pair of eyes.
  if (!othersDecide(starter, { caller, execution, approvers, known })) return undefined;
  return 'You started this execution, and nobody decides for their own: ask somebody else.';
}
