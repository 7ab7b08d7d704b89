import type { Kysely, SelectQueryBuilder, Selectable } from 'kysely';
import type { AuditTables } from './audit-tables.ts';
import type { AuditEntry, AuditSource } from './audit-entry.ts';

/** The one organization whose entries somebody may read. */
export interface AuditReach {
  /** metadata.uid. */
  readonly organizationUid: string;
  /** Entries of before there were uids: those of its name from its creation on. Undefined: none. */
  readonly byName: { readonly organizationId: string; readonly since: Date } | undefined;
}

/** What entries to find. */
export interface AuditFilter {
  /** Entries of this organization alone. */
  readonly of?: AuditReach | undefined;
  readonly resourceType?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly action?: string | undefined;
  readonly userId?: string | undefined;
  /** Inclusive. */
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
}

/** Entries read at once while many are walked. */
const PAGE = 500;

/** Newest first: at most `limit` entries that match, older than the entry `before`. */
export async function listEntries(
  kysely: Kysely<AuditTables>,
  filter: AuditFilter,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<AuditEntry[]> {
  let query = matching(kysely.selectFrom('audit_entries').selectAll(), filter);
  if (before !== undefined) query = query.where('seq', '<', String(before));
  const rows = await query.orderBy('seq', 'desc').limit(limit).execute();
  return rows.map(entryOfRow);
}

/** How many entries match. */
export async function countEntries(
  kysely: Kysely<AuditTables>,
  filter: AuditFilter,
): Promise<number> {
  const { count } = await matching(kysely.selectFrom('audit_entries'), filter)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Newest first: every entry that matches, page by page, so that a long walk holds no connection. */
export async function* newestFirst(
  kysely: Kysely<AuditTables>,
  filter: AuditFilter,
): AsyncGenerator<AuditEntry> {
  let before: number | undefined;
  for (;;) {
    const page = await listEntries(kysely, filter, { limit: PAGE, before });
    yield* page;
    before = page.at(-1)?.seq;
    if (page.length < PAGE) return;
  }
}

/** In the order of the chain, up to what was its end at the start. */
export async function* oldestFirst(kysely: Kysely<AuditTables>): AsyncGenerator<AuditEntry> {
  const [newest] = await listEntries(kysely, {}, { limit: 1 });
  let after = -1;
  for (;;) {
    const rows = await kysely
      .selectFrom('audit_entries')
      .selectAll()
      .where('seq', '>', String(after))
      .where('seq', '<=', String(newest?.seq ?? 0))
      .orderBy('seq')
      .orderBy('at')
      .limit(PAGE)
      .execute();
    yield* rows.map(entryOfRow);
    after = Number(rows.at(-1)?.seq ?? 0);
    if (rows.length < PAGE) return;
  }
}

type Entries<O> = SelectQueryBuilder<AuditTables, 'audit_entries', O>;

function matching<O>(query: Entries<O>, filter: AuditFilter): Entries<O> {
  const { of, resourceType, resourceId, action, userId, since, until } = filter;
  const wanted = {
    resource_type: resourceType,
    resource_id: resourceId,
    action,
    user_id: userId,
  } as const;
  let found = of ? within(query, of) : query;
  for (const [column, value] of Object.entries(wanted)) {
    if (value !== undefined) found = found.where(column as keyof typeof wanted, '=', value);
  }
  if (since !== undefined) found = found.where('at', '>=', since);
  return until === undefined ? found : found.where('at', '<', until);
}

const within = <O>(query: Entries<O>, { organizationUid, byName }: AuditReach): Entries<O> =>
  query.where((eb) => {
    const own = eb('organization_uid', '=', organizationUid);
    if (!byName) return own;
    const older = eb.and([
      eb('organization_uid', 'is', null),
      eb('organization_id', '=', byName.organizationId),
      eb('at', '>=', byName.since),
    ]);
    return eb.or([own, older]);
  });

/** An entry as its row has it: nothing is mended on the way, so that the verifier sees what is there. */
export function entryOfRow(row: Selectable<AuditTables['audit_entries']>): AuditEntry {
  const { at, seq, changes, source, ...fields } = row;
  return {
    ...fields,
    seq: Number(seq),
    timestamp: at.toISOString(),
    changes: changes === null ? null : (JSON.parse(changes) as AuditEntry['changes']),
    source: source as AuditSource,
  };
}
