import type { EventsDatabase } from '@aicp/events/database/tables';

/** An event as it was written. */
export interface OutboxRow {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** All events, in the order in which they were written. */
export async function readOutbox(database: EventsDatabase): Promise<OutboxRow[]> {
  return await database.kysely
    .selectFrom('event')
    .select(['id', 'type', 'subject', 'data'])
    .orderBy('written_at')
    .orderBy('at')
    .execute();
}

/** What happened to what, by the name that it was given: requests for access have none, and versions of prompts are named by the service. */
export function summaryOf({ type, subject, data }: OutboxRow): string {
  if (type.startsWith('access.')) return `${type} ${String(data['user_id'])}`;
  if (type === 'prompt.approved') return `${type} PromptTemplate/${String(data['prompt_id'])}`;
  return `${type} ${subject}`;
}
