import type { WorkflowStep } from './workflow-definition.ts';

/** The fields of a step that its place in the order depends on. */
export type PlannedStep = Pick<WorkflowStep, 'id' | 'type' | 'with' | 'needs' | 'on_error'>;

/** Where a step stands. */
export interface Place {
  /** The step that runs it: a `parallel`, `foreach` or `switch` that names it, or a step whose `onError` does. Absent: it stands at the top. */
  readonly owner?: string;
  /** Steps with the same owner that have to end before it starts. */
  readonly waitsFor: readonly string[];
}

/** A list of ids that a step names as its own. */
export interface Branch {
  /** Path below the step: `with.steps`, `with.cases[0].steps`, `onError`. */
  readonly path: readonly (string | number)[];
  readonly ids: readonly string[];
  /** They start together, where they do not `need` each other. Else each waits for the one before it. */
  readonly isParallel: boolean;
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const ERROR_WORDS: ReadonlySet<string> = new Set(['fail', 'continue']);

/** The step that runs in place of this one when it fails, where it names one. */
export const handlerOf = ({ on_error }: Pick<PlannedStep, 'on_error'>): string | undefined =>
  on_error === undefined || ERROR_WORDS.has(on_error) ? undefined : on_error;

/** The steps that a step runs. */
export function branchesOf(step: PlannedStep): readonly Branch[] {
  const handler = handlerOf(step);
  const own = nestedBranches(step);
  return handler === undefined
    ? own
    : [...own, { path: ['onError'], ids: [handler], isParallel: false }];
}

function nestedBranches({ type, with: given }: PlannedStep): readonly Branch[] {
  if (type === 'parallel' || type === 'foreach') {
    const ids = textsOf(given['steps']);
    return [{ path: ['with', 'steps'], ids, isParallel: type === 'parallel' }];
  }
  if (type !== 'switch') return [];
  const cases = Array.isArray(given['cases']) ? (given['cases'] as readonly unknown[]) : [];
  return [
    ...cases.map((one, index) => ({
      path: ['with', 'cases', index, 'steps'],
      ids: textsOf((one as { steps?: unknown } | null)?.steps),
      isParallel: false,
    })),
    { path: ['with', 'default'], ids: textsOf(given['default']), isParallel: false },
  ];
}

/**
 * The place of each step, by id. A step starts when all that it waits for have ended: those in `needs`; without `needs`, the step before it
 * in the same list (at the top: in `steps`, leaving out those that other steps run). `needs: []` starts at once, and so do the steps of a
 * `parallel` without `needs`.
 */
export function planOf(steps: readonly PlannedStep[]): ReadonlyMap<string, Place> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const plan = new Map<string, Place>();
  const nested = steps.flatMap((owner) =>
    branchesOf(owner).flatMap((branch) =>
      ordered(branch, byId).map(([id, waitsFor]) => [id, { owner: owner.id, waitsFor }] as const),
    ),
  );
  for (const [id, place] of nested) if (!plan.has(id)) plan.set(id, place);
  const ids = steps.map(({ id }) => id).filter((id) => !plan.has(id));
  for (const [id, waitsFor] of ordered({ ids, isParallel: false }, byId))
    plan.set(id, { waitsFor });
  return plan;
}

function ordered(
  { ids, isParallel }: Pick<Branch, 'ids' | 'isParallel'>,
  byId: ReadonlyMap<string, PlannedStep>,
): readonly (readonly [string, readonly string[]])[] {
  return ids.map((id, index) => {
    const before = index > 0 && !isParallel ? ids.slice(index - 1, index) : [];
    return [id, byId.get(id)?.needs ?? before] as const;
  });
}
