import type { Selectable, Transaction } from 'kysely';
import type { ExecutionTable, StepTable, WorkflowTables } from '../database/tables.ts';
import { storableJson } from './storable.ts';

/** An execution, and a step of one, as they are read. */
export type Execution = Selectable<ExecutionTable>;
export type Step = Selectable<StepTable>;

/** An execution as the run has it that works at it. */
export type Held = Pick<Execution, 'id' | 'claim'>;

export type Tx = Transaction<WorkflowTables>;

/** JSON for a column: a text that is stored stays a JSON text. */
export const json = (value: unknown): string | null =>
  value === undefined ? null : storableJson(value);
