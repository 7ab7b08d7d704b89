import type { DeedRecord } from '@aicp/contracts/workflows/decision-record';
import type { ExecutionStatus } from '@aicp/contracts/workflows/execution-status';
import type { WorkflowDefinition } from '@aicp/contracts/workflows/workflow-definition';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Starter } from '../access/caller.ts';

export const STEP_STATUSES = [
  'running',
  'waiting',
  'completed',
  'failed',
  'skipped',
  'cancelled',
] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** Any JSON value; `undefined` is stored as null. Written as text, so that arrays and texts stay JSON. */
type Json<T = unknown> = ColumnType<T, string | null, string | null>;
type When = ColumnType<Date | null, Date | null, Date | null>;

/** A run of a template: how it was when it started, with what, for whom, and how far it is. */
export interface ExecutionTable {
  /** Time-ordered. */
  readonly id: string;
  readonly template: string;
  /** The template as it was then. */
  readonly definition: Json<WorkflowDefinition>;
  /** metadata.uid of the template, out of that; null where an earlier version wrote none. */
  readonly template_uid: GeneratedAlways<string | null>;
  readonly input: Json;
  /** Whose it is: '' stands for the platform. */
  readonly organization: string;
  /** Of whoever started it: '' stands for none. */
  readonly team: string;
  /** metadata.uid of that Organization; '' stands for the platform; null: an earlier version noted none. */
  readonly organization_uid: string | null;
  /** metadata.uid of that Team; '' stands for none; null: an earlier version noted none. */
  readonly team_uid: string | null;
  /** Who started it: what the rights of each step are checked for. */
  readonly starter: Json<Starter>;
  /** Who that is, in one text; the same for the same key or person. */
  readonly starter_id: string;
  /** The execution whose step started it; null: a caller did. */
  readonly parent_id: string | null;
  /** 1 for what a caller started, one more for what a step of that starts, and so on. */
  readonly depth: number;
  /** The context of A2A that it is a task of; null: it is none, or in none but its own. */
  readonly context_id: string | null;
  /** Started without credentials. */
  readonly is_anonymous: boolean;
  /** nano-USD; null: no bound. */
  readonly max_cost_nano: string | null;
  readonly idempotency_key: string | null;
  /** SHA-256 of what was asked for under that key. */
  readonly asked: string;
  readonly status: ExecutionStatus;
  readonly output: Json;
  readonly error: string | null;
  readonly cost_nano: Generated<string>;
  readonly tokens: Generated<string>;
  /** Grows with every retry. */
  readonly run: Generated<number>;
  /** Grows with every change. */
  readonly version: Generated<string>;
  /** Token of the run that has it now: what another one would write is refused. Null: none has had it yet. */
  readonly claim: Generated<string | null>;
  /** How many steps it has begun, each round of a foreach counted. */
  readonly begun_steps: Generated<number>;
  readonly created_at: Date;
  readonly started_at: When;
  readonly ended_at: When;
  /** When it has failed if it has not ended by then. */
  readonly deadline_at: Date;
}

/** A step of an execution. */
export interface StepTable {
  readonly execution_id: string;
  /** The ids on the way to it, with the number of the item in a foreach: `each[2].summarize`. */
  readonly path: string;
  readonly step_id: string;
  readonly type: string;
  readonly status: StepStatus;
  /** How often it was begun. */
  readonly attempts: number;
  /** How often it failed: what retries are counted by. */
  readonly failures: number;
  readonly output: Json;
  readonly error: string | null;
  readonly cost_nano: string;
  readonly tokens: string;
  readonly started_at: Date;
  readonly ended_at: When;
  /** When it is over by itself, where it waits. */
  readonly wake_at: When;
  /** Who may decide, where it waits for a person. */
  readonly approvers: Json<readonly string[] | null>;
  /** What a person said. */
  readonly signal: Json<Signal | null>;
}

/** What a person said of a step that waits. */
export interface Signal {
  readonly payload: unknown;
  /** Who said it. */
  readonly by: string;
  /** RFC 3339. */
  readonly at: string;
}

/** A replica, and when it was there last. */
export interface ExecutorTable {
  readonly id: string;
  readonly seen_at: Date;
}

/** What somebody decided or did, and the admin service has not taken into its audit log yet. */
export interface DecisionTable {
  /** Time-ordered. */
  readonly id: string;
  readonly record: Json<DeedRecord>;
}

/** The service's own tables. */
export interface WorkflowTables {
  readonly execution: ExecutionTable;
  readonly step: StepTable;
  readonly executor: ExecutorTable;
  readonly decision: DecisionTable;
}

/** The schema that they stand in, and the role that the service works under there. */
export const WORKFLOW_SCHEMA = 'workflow';
export const WORKFLOW_ROLE = 'aicp_workflow';
/** Where the durable runtime keeps what it needs to go on after a crash. */
export const RUNTIME_SCHEMA = 'dbos';
