import type { Database } from '@aicp/common/database/open-database';
import type { WorkflowTables } from '../database/tables.ts';
import type { Execution } from './rows.ts';

/** A client that sends a message of A2A again means the same task: the idempotency key of its execution. */
export const keyOfMessage = (messageId: string): string => `a2a:${messageId}`;

/** The executions that steps of others have started by messages, as agents. */
export class MessageExecutions {
  private readonly database: Pick<Database<WorkflowTables>, 'kysely'>;

  constructor(database: Pick<Database<WorkflowTables>, 'kysely'>) {
    this.database = database;
  }

  /** What a message of a step has started; undefined: nothing here. Rejects with DatabaseUnavailable. */
  async startedBy(
    { id }: Pick<Execution, 'id'>,
    messageId: string,
  ): Promise<Execution | undefined> {
    return await this.database.kysely
      .selectFrom('execution')
      .selectAll()
      .where('parent_id', '=', id)
      .where('idempotency_key', '=', keyOfMessage(messageId))
      .executeTakeFirst();
  }
}
