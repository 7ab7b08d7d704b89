import { OPEN_STATUSES } from '@aicp/contracts/workflows/execution-status';
import type { Tone } from '../../../ui/text/object-state.ts';

/** Where executions of workflows are at the service. */
export const EXECUTIONS = '/api/v1/workflows/executions';

/** An execution as lists tell it. */
export interface Execution {
  readonly id: string;
  /** Type of the workflow. */
  readonly template: string;
  readonly status: string;
  readonly organization_id?: string | null;
  /** Name of the key, or of the person. */
  readonly started_by?: string;
  /** The execution whose step started it. */
  readonly parent_id?: string | null;
  /** RFC 3339, as the other moments. */
  readonly created_at: string;
  readonly started_at?: string | null;
  readonly ended_at?: string | null;
  /** USD. */
  readonly max_cost_usd?: number | null;
  readonly total_cost?: number | null;
  readonly total_tokens?: number | null;
}

/** A step of an execution, as far as it is. */
export interface ExecutionStep {
  readonly id: string;
  /** The ids on the way to it: `each[2].summarize`. */
  readonly path?: string;
  readonly name?: string | null;
  readonly type?: string;
  readonly status: string;
  readonly attempts?: number;
  readonly started_at?: string | null;
  readonly ended_at?: string | null;
  /** When it is over by itself, where it waits. */
  readonly waits_until?: string | null;
  /** Who may decide; null: the administrators of the organization. */
  readonly approvers?: readonly string[] | null;
  /** Why whoever looks at it may not decide it; null: they may, or it waits for nobody. */
  readonly cannot_decide?: string | null;
  readonly output?: unknown;
  readonly error?: string | null;
  readonly tokens?: number | null;
  /** USD. */
  readonly cost?: number | null;
}

/** An execution with what went in, what came out, and its steps. */
export interface ExecutionDetail extends Execution {
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: unknown;
  readonly steps?: readonly ExecutionStep[];
}

interface Look {
  readonly label: string;
  readonly tone: Tone;
}

/** How each state of an execution, or of a step, is called. */
export const STATES: Readonly<Record<string, Look>> = {
  pending: { label: 'Pending', tone: 'waiting' },
  running: { label: 'Running', tone: 'waiting' },
  waiting: { label: 'Waiting', tone: 'quiet' },
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'quiet' },
};

const SKIPPED: Look = { label: 'Skipped', tone: 'quiet' };

/** How a state looks. One that is not known is told by its own word. */
export function lookOf(status: string): Look {
  if (status === 'skipped') return SKIPPED;
  const known = Object.hasOwn(STATES, status) ? STATES[status] : undefined;
  return known ?? { label: status, tone: 'quiet' };
}

const UNDER_WAY: ReadonlySet<string> = new Set(OPEN_STATUSES);

/** Whether something may still happen to it by itself. */
export const isUnderWay = ({ status }: Pick<Execution, 'status'>): boolean => UNDER_WAY.has(status);

/** What makes a step its own: the way to it, since a step of a repetition is there several times. */
export const placeOf = ({ path, id }: Pick<ExecutionStep, 'path' | 'id'>): string => path ?? id;

/** What people call a step: its name, and the way to it where that says more. */
export function stepTitle(step: Pick<ExecutionStep, 'id' | 'name' | 'path'>): string {
  const place = placeOf(step);
  const { name } = step;
  return name === undefined || name === null || name === '' ? place : `${name} (${place})`;
}

/** The steps that wait for a person. */
export const openApprovals = ({
  steps = [],
}: Pick<ExecutionDetail, 'steps'>): readonly ExecutionStep[] =>
  steps.filter(({ status, type }) => status === 'waiting' && type === 'approval');

/** What the person for whom a step waits is asked, piece by piece; nothing where its template says nothing. */
export function questionOf({ output }: Pick<ExecutionStep, 'output'>): readonly string[] {
  if (typeof output !== 'object' || output === null) return [];
  const { title, message } = output as { readonly title?: unknown; readonly message?: unknown };
  return [title, message].filter((text) => typeof text === 'string' && text !== '') as string[];
}

/** Milliseconds from its start to its end; undefined where it has not started, or not ended. */
export function tookMs({
  started_at: start,
  ended_at: end,
}: Pick<ExecutionStep, 'started_at' | 'ended_at'>): number | undefined {
  const ms = Date.parse(end ?? '') - Date.parse(start ?? '');
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
