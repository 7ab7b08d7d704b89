import { DatabaseUnavailable } from '@aicp/common/database/gated-pool';
import type { Kysely } from 'kysely';
import { EVENTS_SCHEMA } from '../database/events-place.ts';
import type { EventsTables } from '../database/tables.ts';
import { eventIdOf, type EventDraft } from './event-draft.ts';

/** So many events are written by one statement. */
const AT_ONCE = 500;

/**
 * Writes events down, each once, in whatever transaction `kysely` is: of a service that works under one of `EMITTING_ROLES`. Answers the ids of those that were new. Rejects
 * with DatabaseUnavailable where the tables are not there yet: another service, or this one, is about to make them.
 */
export async function emitEvents(
  kysely: { withSchema(schema: string): unknown },
  drafts: readonly EventDraft[],
): Promise<string[]> {
  const outbox = kysely.withSchema(EVENTS_SCHEMA) as Kysely<EventsTables>;
  const fresh: string[] = [];
  for (let start = 0; start < drafts.length; start += AT_ONCE) {
    const rows = drafts.slice(start, start + AT_ONCE).map(rowOf);
    const written = await outbox
      .insertInto('event')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute()
      .catch((error: unknown) => {
        throw isNotYet(error) ? notYet(error) : error;
      });
    fresh.push(...written.map(({ id }) => id));
  }
  return fresh;
}

/** SQLSTATEs of a table, and of a schema, that there is not, or that we may not write to before it is made to the end. */
const NOT_YET = ['42P01', '3F000', '42501'];

const isNotYet = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NOT_YET.includes(String(error.code));

const notYet = (cause: unknown): DatabaseUnavailable =>
  new DatabaseUnavailable('the tables of events are not there yet', { cause });

const rowOf = (draft: EventDraft) => ({
  id: eventIdOf(draft),
  type: draft.type,
  at: draft.at,
  subject: draft.subject,
  organization: draft.organization ?? '',
  data: draft.data,
  only_to: draft.onlyTo && draft.onlyTo.length > 0 ? [...draft.onlyTo] : null,
  is_test: draft.isTest ?? false,
  routed_at: null,
});
