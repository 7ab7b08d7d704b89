import type { PlannedStep } from '../plan.ts';
import { STEP_WITH, type StepType } from '../steps/step-types.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Where a fault stands, below the spec. */
export type Path = readonly (string | number)[];

export interface Fault {
  readonly path: Path;
  readonly message: string;
}

/** A step as a spec holds it, as far as it can be read. */
export interface SpecStep extends PlannedStep {
  readonly path: Path;
  readonly if?: string;
}

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const isStepType = (type: unknown): type is StepType =>
  typeof type === 'string' && Object.hasOwn(STEP_WITH, type);

/** The steps of a spec; what its schema refuses is left out. */
export function stepsOf({ steps }: Fields): readonly SpecStep[] {
  if (!Array.isArray(steps)) return [];
  return steps.flatMap((one, index) => {
    const { id, type, needs, onError, if: condition, ...rest } = fieldsOf(one);
    if (typeof id !== 'string' || !isStepType(type)) return [];
    return {
      ...{ id, type, path: ['steps', index], with: fieldsOf(rest['with']) },
      ...(Array.isArray(needs) ? { needs: needs.map(String) } : {}),
      ...(typeof onError === 'string' ? { on_error: onError } : {}),
      ...(typeof condition === 'string' ? { if: condition } : {}),
    };
  });
}
