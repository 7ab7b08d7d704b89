import type { Kysely } from 'kysely';
import type { AdminTables } from '../../database/tables.ts';
import type { EntryOwner } from '../entry-owner.ts';

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
  kysely: Kysely<AdminTables>,
  uids: readonly string[],
): Promise<Map<string, Seen>> {
  if (uids.length === 0) return new Map();
  const rows = await kysely
    .selectFrom('admin.audit_seen')
    .selectAll()
    .where('uid', 'in', uids)
    .execute();
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
export async function listPresent(kysely: Kysely<AdminTables>, kind: string) {
  return await kysely
    .selectFrom('admin.audit_seen')
    .select(['uid', 'name', 'stamp'])
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function saveSeen(kysely: Kysely<AdminTables>, seen: Seen): Promise<void> {
  const { resourceVersion, deletedAt, state, uid, owner, ...fields } = seen;
  const row = {
    ...fields,
    ...owner,
    resource_version: resourceVersion,
    deleted_at: deletedAt,
    state: JSON.stringify(state),
  };
  await kysely
    .insertInto('admin.audit_seen')
    .values({ uid, ...row })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(row))
    .execute();
}

/** Forgets objects whose deletion was seen before `before`. */
export async function forgetDeleted(kysely: Kysely<AdminTables>, before: Date): Promise<void> {
  await kysely.deleteFrom('admin.audit_seen').where('deleted_at', '<', before).execute();
}
