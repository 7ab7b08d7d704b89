import type { Database } from '@aicp/common/database/open-database';
import {
  MOST_DECISIONS,
  type DecisionRecord,
  type DeedRecord,
} from '@aicp/contracts/workflows/decision-record';
import { sql } from 'kysely';
import type { Signal, WorkflowTables } from '../database/tables.ts';
import { json, type Tx } from './rows.ts';

/** What people decide for steps that wait for them. Every method rejects with DatabaseUnavailable. */
export class DecisionStore {
  private readonly database: Pick<Database<WorkflowTables>, 'kysely'>;

  constructor(database: Pick<Database<WorkflowTables>, 'kysely'>) {
    this.database = database;
  }

  /** Notes what a person said of a step that waits for one, together with what the audit log is to have of it. False where it does not wait, or somebody was faster. */
  async decide(record: DecisionRecord, signal: Signal): Promise<boolean> {
    return await this.database.kysely.transaction().execute(async (tx) => {
      const done = await tx
        .updateTable('step')
        .set({ signal: json(signal) })
        .where('execution_id', '=', record.execution)
        .where('path', '=', record.step)
        .where('type', '=', 'approval')
        .where('status', '=', 'waiting')
        .where('signal', 'is', null)
        .executeTakeFirst();
      if (done.numUpdatedRows === 0n) return false;
      await noteDeed(tx, record);
      return true;
    });
  }

  /** The oldest of those that the admin service has not taken yet. */
  async untaken(): Promise<DeedRecord[]> {
    const rows = await this.database.kysely
      .selectFrom('decision')
      .select('record')
      .orderBy('id')
      .limit(MOST_DECISIONS)
      .execute();
    return rows.map(({ record }) => record);
  }

  /** Forgets those that stand in the audit log. */
  async taken(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.kysely.deleteFrom('decision').where('id', 'in', ids).execute();
  }
}

/** Notes what the audit log is to have, in the transaction in which it is done; undefined: nothing. */
export async function noteDeed(tx: Tx, record: DeedRecord | undefined): Promise<void> {
  if (!record) return;
  const row = { id: record.id, record: JSON.stringify(record) };
  await tx.insertInto('decision').values(row).execute();
}

/** Forgets what nobody has taken and is no decision of a person, so that an engine without an admin service is not filled by it. */
export async function forgetDeeds(
  { kysely }: Pick<Database<WorkflowTables>, 'kysely'>,
  before: Date,
): Promise<void> {
  await sql`delete from workflow.decision
    where record->>'action' <> 'signal' and (record->>'at')::timestamptz < ${before}`.execute(
    kysely,
  );
}
