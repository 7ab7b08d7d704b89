import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { canonicalJson } from '@aicp/contracts/snapshot/digest';
import { sql, type Transaction } from 'kysely';
import type { AdminTables } from '../../database/tables.ts';
import { GENESIS_HASH, hashOf, type AuditDraft, type AuditEntry } from '../audit-entry.ts';

/** Any number will do, as long as all replicas use the same. */
const LOCK = 7_301_947;

/** Makes whoever appends to the chain take turns, across replicas, until the transaction ends. */
export async function lockChain<T>(tx: Transaction<T>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
}

interface Head {
  readonly seq: number;
  readonly hash: string;
  readonly atMs: number;
}

/** Appends entries to the chain, in a transaction that has locked it. The timestamp never goes back, so that whole months can go. */
export async function append(
  tx: Transaction<AdminTables>,
  drafts: readonly AuditDraft[],
  nowMs: number,
): Promise<AuditEntry[]> {
  if (drafts.length === 0) return [];
  let head = await headOf(tx);
  const entries = drafts.map((draft) => {
    const entry = follow(head, draft, nowMs);
    head = { seq: entry.seq, hash: entry.hash, atMs: Date.parse(entry.timestamp) };
    return entry;
  });
  await tx.insertInto('admin.audit_entries').values(entries.map(toRow)).execute();
  return entries;
}

/** The end of the chain: its last entry, or what a checkpoint says of it where all were dropped. */
export async function headOf(tx: Transaction<AdminTables>): Promise<Head> {
  const columns = ['seq', 'hash', 'at'] as const;
  const last =
    (await tx
      .selectFrom('admin.audit_entries')
      .select(columns)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()) ??
    (await tx
      .selectFrom('admin.audit_checkpoints')
      .select(columns)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst());
  if (!last) return { seq: 0, hash: GENESIS_HASH, atMs: 0 };
  return { seq: Number(last.seq), hash: last.hash, atMs: last.at.getTime() };
}

function follow(head: Head, draft: AuditDraft, nowMs: number): AuditEntry {
  const atMs = Math.max(nowMs, head.atMs);
  const entry = {
    ...storable(draft),
    id: uuidV7(atMs),
    seq: head.seq + 1,
    timestamp: new Date(atMs).toISOString(),
    prev_hash: head.hash,
  };
  return { ...entry, hash: hashOf(entry) };
}

const MAX_CHARACTERS = 1_024;

/** Callers choose request ids and paths: what a text column can't hold is cut before it is hashed. */
function storable(draft: AuditDraft): AuditDraft {
  const text = (value: string | null): string | null =>
    value === null ? null : value.slice(0, MAX_CHARACTERS).replaceAll('\0', '�').toWellFormed();
  return {
    ...draft,
    organization_id: text(draft.organization_id),
    organization_uid: text(draft.organization_uid),
    user_id: text(draft.user_id),
    key_id: text(draft.key_id),
    resource_id: text(draft.resource_id),
    ip: text(draft.ip),
    request_id: text(draft.request_id),
  };
}

const toRow = ({ timestamp, changes, ...fields }: AuditEntry) => ({
  ...fields,
  at: new Date(timestamp),
  changes: changes === null ? null : canonicalJson(changes),
});
