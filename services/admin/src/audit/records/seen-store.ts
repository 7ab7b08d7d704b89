import type { Kysely } from 'kysely';
import type { ObjectAuditTables } from './audit-tables.ts';
import type { EntryOwner } from '@aicp/api-kit/audit/audit-entry';

/** What was last seen of an object. */
export interface Seen {
  readonly uid: string;
  readonly kind: string;
  readonly name: string;
  readonly resourceVersion: string;
  readonly stamp: string;
  /** Masked. */
  readonly state: Readonly<Record<string, unknown>>;
  /** Whose it was. */
  readonly owner: EntryOwner;
  readonly deletedAt: Date | null;
}

export async function findSeen(
  kysely: Kysely<ObjectAuditTables>,
  uids: readonly string[],
): Promise<Map<string, Seen>> {
  if (uids.length === 0) return new Map();
  const rows = await kysely.selectFrom('audit_seen').selectAll().where('uid', 'in', uids).execute();
  return new Map(
    rows.map(({ resource_version, deleted_at, state, ...row }) => [
      row.uid,
      {
        uid: row.uid,
        kind: row.kind,
        name: row.name,
        stamp: row.stamp,
        owner: { organization_id: row.organization_id, organization_uid: row.organization_uid },
        resourceVersion: resource_version,
        deletedAt: deleted_at,
        state: JSON.parse(state) as Seen['state'],
      },
    ]),
  );
}

/** uid, name and stamp of the objects of a kind that are not known to be gone. */
export async function listPresent(kysely: Kysely<ObjectAuditTables>, kind: string) {
  return await kysely
    .selectFrom('audit_seen')
    .select(['uid', 'name', 'stamp'])
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function saveSeen(kysely: Kysely<ObjectAuditTables>, seen: Seen): Promise<void> {
  const { resourceVersion, deletedAt, state, uid, owner, ...fields } = seen;
  const row = {
    ...fields,
    ...owner,
    resource_version: resourceVersion,
    deleted_at: deletedAt,
    state: JSON.stringify(state),
  };
  await kysely
    .insertInto('audit_seen')
    .values({ uid, ...row })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(row))
    .execute();
}

/** Forgets objects whose deletion was seen before `before`. */
export async function forgetDeleted(
  kysely: Kysely<ObjectAuditTables>,
  before: Date,
): Promise<void> {
  await kysely.deleteFrom('audit_seen').where('deleted_at', '<', before).execute();
}
