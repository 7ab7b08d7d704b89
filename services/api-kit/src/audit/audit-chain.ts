import type { Clock } from '@aicp/common/time/clock';
import { type Transaction, sql } from 'kysely';
import type { Database } from '@aicp/common/database/open-database';
import type { AuditTables } from './audit-tables.ts';
import { type AuditDraft, GENESIS_HASH, hashOf, type AuditEntry } from './audit-entry.ts';
import { ensureMonths } from './months.ts';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { canonicalJson } from '@aicp/contracts/snapshot/digest';

/** What `write` hands to its work: the transaction, and the way to the end of the chain. */
export interface ChainWriter<Tables extends AuditTables = AuditTables> {
  readonly tx: Transaction<Tables>;
  readonly append: (drafts: readonly AuditDraft[]) => Promise<void>;
}

/** The one way in which entries are written: one writer at a time, whatever the number of replicas, and all or nothing. */
export class AuditChain<Tables extends AuditTables = AuditTables> {
  private readonly database: Database<Tables>;
  private readonly clock: Clock;

  constructor(options: { database: Database<Tables>; clock: Clock }) {
    this.database = options.database;
    this.clock = options.clock;
  }

  /** Runs `work` with the chain locked, in one transaction. Where a month has begun that has no partition yet, it is run twice. */
  async write<T>(work: (writer: ChainWriter<Tables>) => Promise<T>): Promise<T> {
    try {
      return await this.attempt(work);
    } catch (error) {
      if (!lacksPartition(error)) throw error;
      await this.prepareMonths();
      return await this.attempt(work);
    }
  }

  /** Appends entries that come with nothing else. */
  async record(drafts: readonly AuditDraft[]): Promise<void> {
    await this.write((writer) => writer.append(drafts));
  }

  /** Makes room for this month and the next. */
  async prepareMonths(): Promise<void> {
    await this.database.asOwner((owner) =>
      owner.transaction().execute(async (tx) => {
        // Replicas notice a new month at the same moment.
        await lockChain(tx);
        await ensureMonths(asAuditTables(tx), {
          schema: this.database.schema,
          nowMs: this.clock.now(),
        });
      }),
    );
  }

  private async attempt<T>(work: (writer: ChainWriter<Tables>) => Promise<T>): Promise<T> {
    return await this.database.kysely.transaction().execute(async (tx) => {
      await lockChain(tx);
      return await work({
        tx,
        append: async (drafts) => {
          await append(asAuditTables(tx), drafts, this.clock.now());
        },
      });
    });
  }
}

/** SQLSTATE of a row that fits no partition. */
const lacksPartition = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23514' &&
  error.message.includes('no partition of relation');

/** A service's own tables stand beside those of the audit log; here only the latter count. */
const asAuditTables = <Tables extends AuditTables>(
  tx: Transaction<Tables>,
): Transaction<AuditTables> => tx as unknown as Transaction<AuditTables>;

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
  tx: Transaction<AuditTables>,
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
  await tx.insertInto('audit_entries').values(entries.map(toRow)).execute();
  return entries;
}

/** The end of the chain: its last entry, or what a checkpoint says of it where all were dropped. */
export async function headOf(tx: Transaction<AuditTables>): Promise<Head> {
  const columns = ['seq', 'hash', 'at'] as const;
  const last =
    (await tx
      .selectFrom('audit_entries')
      .select(columns)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()) ??
    (await tx
      .selectFrom('audit_checkpoints')
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
