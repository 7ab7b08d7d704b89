import type { ApiObject } from '../../../api/api-object.ts';
import type { RecordColumn } from '../../../records/kit/record-list-props.ts';

/** A step of a workflow. */
export interface WorkflowStep {
  readonly id: string;
  readonly type: string;
  readonly maxAttempts: number;
  /** What it is given: a model, a tool, an address. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** The steps of a workflow, in the order in which they are written. */
export const stepsOf = ({ steps }: ApiObject): readonly WorkflowStep[] =>
  (Array.isArray(steps) ? (steps as readonly Record<string, unknown>[]) : []).map((step) => ({
    id: String(step['id']),
    type: String(step['type']),
    maxAttempts: attemptsIn(step['retry']),
    given: (step['with'] ?? {}) as Readonly<Record<string, unknown>>,
  }));

/** How often a step is tried; without a rule, once. */
function attemptsIn(retry: unknown): number {
  const { max_attempts: most } = (retry ?? {}) as Readonly<Record<string, unknown>>;
  return typeof most === 'number' ? most : 1;
}

/** What the kinds of steps do. */
const KINDS: Readonly<Record<string, string>> = {
  llm: 'Asks a model',
  http: 'Calls an address',
  tool: 'Uses a tool',
  agent: 'Asks an agent',
  workflow: 'Runs a workflow',
  transform: 'Reshapes values',
  approval: 'Waits for approval',
  wait: 'Waits',
  parallel: 'Does several at once',
  foreach: 'Repeats for each',
  switch: 'Chooses',
};

export const kindText = (type: string): string =>
  Object.hasOwn(KINDS, type) ? (KINDS[type] ?? type) : type;

/** The steps of a workflow by their ids. */
export const stepsColumn: RecordColumn<ApiObject> = {
  ...{ field: 'steps', title: 'Steps', isComputed: true },
  cell: (workflow) =>
    stepsOf(workflow)
      .map(({ id }) => id)
      .join(', '),
};
