import type { Insertable, Kysely, Selectable } from 'kysely';
import type { ObjectAuditTables } from './audit-tables.ts';
import type { AuditIntents } from './audit-tables.ts';
import {
  type AuditDraft,
  type AuditSource,
  entryOwner,
  type EntryOwner,
} from '@aicp/api-kit/audit/audit-entry';

/** Who is about to change what. */
export type Intent = Selectable<AuditIntents>;

type Table = Kysely<ObjectAuditTables>;

export async function insertIntent(kysely: Table, intent: Insertable<AuditIntents>): Promise<void> {
  await kysely.insertInto('audit_intents').values(intent).execute();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Those of the ids that are of open intents. Anybody may write anything into an annotation. */
export async function findOpen(kysely: Table, ids: readonly string[]): Promise<Intent[]> {
  const possible = ids.filter((id) => UUID.test(id));
  if (possible.length === 0) return [];
  return await kysely
    .selectFrom('audit_intents')
    .selectAll()
    .where('id', 'in', possible)
    .where('state', '=', 'open')
    .execute();
}

/** Open intents to delete one of these objects, oldest first. */
export async function findOpenDeletions(kysely: Table, uids: readonly string[]): Promise<Intent[]> {
  if (uids.length === 0) return [];
  return await kysely
    .selectFrom('audit_intents')
    .selectAll()
    .where('uid', 'in', uids)
    .where('action', '=', 'delete')
    .where('state', '=', 'open')
    .orderBy('created_at')
    .execute();
}

/** Closes an intent. Whether it was open until now: who closes it writes its entry, and nobody else. */
export async function closeIntent(
  kysely: Table,
  id: string,
  state: 'settled' | 'failed',
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('audit_intents')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Gives up on intents of before `abandonBefore`, and forgets closed ones of before `forgetBefore`. */
export async function tidyIntents(
  kysely: Table,
  { abandonBefore, forgetBefore }: { abandonBefore: Date; forgetBefore: Date },
): Promise<void> {
  await kysely
    .updateTable('audit_intents')
    .set({ state: 'abandoned' })
    .where('state', '=', 'open')
    .where('created_at', '<', abandonBefore)
    .execute();
  await kysely
    .deleteFrom('audit_intents')
    .where('state', '<>', 'open')
    .where('created_at', '<', forgetBefore)
    .execute();
}

type State = Readonly<Record<string, unknown>> | null;

/** Whose the announced change is. An organization that was about to be created has the uid of what came of it. */
export const ownerOfIntent = (
  { kind, organization_id, organization_uid }: Intent,
  uid: string,
): EntryOwner => entryOwner(organization_id, kind === 'Organization' ? uid : organization_uid);

/** The entry of a change that was announced; `uid` is of the object. */
export const draftOfIntent = (
  intent: Intent,
  { before = stateOf(intent.before), after, uid }: { before?: State; after: State; uid: string },
): AuditDraft => ({
  ...ownerOfIntent(intent, uid),
  user_id: intent.user_id,
  key_id: intent.key_id,
  action: intent.action,
  resource_type: intent.resource_type,
  resource_id: intent.resource_id,
  changes: { before, after },
  source: intent.source as AuditSource,
  ip: intent.ip,
  request_id: intent.request_id,
});

/** A state as an intent keeps it. */
export const stateOf = (text: string | null): State =>
  text === null ? null : (JSON.parse(text) as State);
