import type { PageMark } from '@aicp/api-kit/route/page-mark';
import { type AuditDraft, entryOwner } from '@aicp/api-kit/audit/audit-entry';
import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import type { Database } from '@aicp/common/database/open-database';
import { Problem } from '@aicp/common/errors/problem';
import { emitEvents } from '@aicp/events/outbox/emit-events';
import { sql, type SelectQueryBuilder, type Transaction } from 'kysely';
import { reportEvent } from '../../events/facts/report-event.ts';
import type { WriteContext } from '../../resources/write-hooks.ts';
import type {
  AuditedReports,
  ChargebackTables,
  ReportRow,
  ReportState,
} from './chargeback-tables.ts';
import { contentOf, contentText, type ReportContent } from './report-content.ts';
import type { ReportOrder } from './report-order.ts';
import { summaryOf } from './report-view.ts';

/** Whose reports are meant. */
export interface ReportReach {
  /** Of this organization alone; null: the platform's; undefined: all. */
  readonly organizationId?: string | null;
  /** Of the Organization with this metadata.uid alone. */
  readonly organizationUid?: string | undefined;
}

/** Only reports in this state, of this organization, or whose name or id holds this text. */
export type ReportFilter = Readonly<{
  q?: string | undefined;
  status?: ReportState | undefined;
  organization_id?: string | undefined;
}>;

/** A report, and where it stands in an order. */
export type MarkedReport = ReportRow & PageMark;

export interface ReportPage {
  readonly limit: number;
  readonly order: ReportOrder;
  readonly after: PageMark | undefined;
}

type Reports<O> = SelectQueryBuilder<ChargebackTables, 'admin.chargeback_reports', O>;

/** What finalizing is checked with, while nobody else can finalize. */
export type FinalizedLookup = (row: ReportRow) => Promise<ReportRow[]>;

/** The reports, each change of one with its entry in the audit log. Every method rejects with DatabaseUnavailable. */
export class ReportStore {
  private readonly database: Pick<Database<ChargebackTables>, 'kysely'>;
  private readonly chain: Pick<AuditChain<AuditedReports>, 'write'>;

  constructor(options: {
    database: Pick<Database<ChargebackTables>, 'kysely'>;
    chain: Pick<AuditChain<AuditedReports>, 'write'>;
  }) {
    this.database = options.database;
    this.chain = options.chain;
  }

  async find(id: string, reach: ReportReach): Promise<ReportRow | undefined> {
    return await within(this.all(), reach).where('id', '=', id).executeTakeFirst();
  }

  /** In an order, from behind `after` on; each with its mark. */
  async page(
    reach: ReportReach,
    filter: ReportFilter,
    { limit, order, after }: ReportPage,
  ): Promise<MarkedReport[]> {
    const found = narrowed(within(this.all(), reach), filter).select(order.value.as('value'));
    const behind = after ? found.where(order.behind(after)) : found;
    return await behind.orderBy(order.by).limit(limit).execute();
  }

  async count(reach: ReportReach, filter: ReportFilter): Promise<number> {
    const query = this.database.kysely.selectFrom('admin.chargeback_reports');
    const { count } = await narrowed(within(query, reach), filter)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async contentOf(id: string): Promise<ReportContent> {
    const { content } = await this.database.kysely
      .selectFrom('admin.chargeback_contents')
      .select('content')
      .where('report_id', '=', id)
      .executeTakeFirstOrThrow();
    return contentOf(content);
  }

  /** What is in reports, by their ids, as far as they are there. */
  async contentsOf(ids: readonly string[]): Promise<Map<string, ReportContent>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.kysely
      .selectFrom('admin.chargeback_contents')
      .selectAll()
      .where('report_id', 'in', ids)
      .execute();
    return new Map(rows.map(({ report_id: id, content }) => [id, contentOf(content)]));
  }

  /** Finalized reports that have a moment in common with this period, the first finalized first. */
  async finalizedIn(
    place: Pick<ReportRow, 'organization_uid' | 'period_start' | 'period_end'>,
  ): Promise<ReportRow[]> {
    return await finalizedIn(this.all(), place);
  }

  async insert(row: ReportRow, content: ReportContent, context: WriteContext): Promise<void> {
    await context.writes?.begin();
    await this.chain.write(async ({ tx, append }) => {
      await tx.insertInto('admin.chargeback_reports').values(row).execute();
      await tx
        .insertInto('admin.chargeback_contents')
        .values({ report_id: row.id, content: contentText(content) })
        .execute();
      await append([entryOf('create', context, { after: row })]);
    });
  }

  /** False where it is no draft any more, or gone. */
  async removeDraft(row: ReportRow, context: WriteContext): Promise<boolean> {
    return await this.changing(context, async (tx) => {
      const removed = await tx
        .deleteFrom('admin.chargeback_reports')
        .where('id', '=', row.id)
        .where('status', '=', 'draft')
        .returningAll()
        .executeTakeFirst();
      return removed && { entry: entryOf('delete', context, { before: row }), row: removed };
    }).then(Boolean);
  }

  /**
   * From draft to finalized; undefined where it is no draft any more. `check` is told what was finalized of the period, by this moment, and throws a Problem where that
   * stands in the way.
   */
  async finalize(
    row: ReportRow,
    change: Pick<ReportRow, 'finalized_by' | 'finalized_at'>,
    { context, check }: { context: WriteContext; check: (others: ReportRow[]) => void },
  ): Promise<ReportRow | undefined> {
    return await this.changing(context, async (tx) => {
      check(await finalizedIn(tx.selectFrom('admin.chargeback_reports').selectAll(), row));
      const after = await tx
        .updateTable('admin.chargeback_reports')
        .set({ ...change, status: 'finalized' })
        .where('id', '=', row.id)
        .where('status', '=', 'draft')
        .returningAll()
        .executeTakeFirst();
      if (!after) return undefined;
      await emitEvents(tx, [reportEvent(after, summaryOf(after))]);
      return { entry: entryOf('finalize', context, { before: row, after }), row: after };
    });
  }

  /** Notes in the audit log that a report was exported, and on a finalized one that it was. */
  async noteExport(row: ReportRow, exported: { at: Date; as: string }, context: WriteContext) {
    await this.chain.write(async ({ tx, append }) => {
      await tx
        .updateTable('admin.chargeback_reports')
        .set({ status: 'exported', exported_at: exported.at })
        .where('id', '=', row.id)
        .where('status', '=', 'finalized')
        .execute();
      const entry = entryOf('export', context, { after: row });
      const after = { ...entry.changes?.after, format: exported.as };
      await append([{ ...entry, changes: { before: null, after } }]);
    });
  }

  private async changing(
    context: WriteContext,
    work: (
      tx: Transaction<AuditedReports>,
    ) => Promise<{ entry: AuditDraft; row: ReportRow } | undefined>,
  ): Promise<ReportRow | undefined> {
    await context.writes?.begin();
    const done = await this.chain
      .write(async ({ tx, append }) => {
        const changed = await work(tx);
        if (changed) await append([changed.entry]);
        return changed?.row;
      })
      .catch((error: unknown) => {
        if (error instanceof Problem) context.writes?.refused();
        throw error;
      });
    if (!done) context.writes?.refused();
    return done;
  }

  private all() {
    return this.database.kysely.selectFrom('admin.chargeback_reports').selectAll();
  }
}

async function finalizedIn(
  query: Reports<ReportRow>,
  {
    organization_uid: uid,
    period_start: start,
    period_end: end,
  }: Pick<ReportRow, 'organization_uid' | 'period_start' | 'period_end'>,
): Promise<ReportRow[]> {
  return await query
    .where('organization_uid', 'is not distinct from', uid)
    .where('status', '<>', 'draft')
    .where('period_start', '<', end)
    .where('period_end', '>', start)
    .orderBy('finalized_at')
    .orderBy('id')
    .execute();
}

function within<O>(query: Reports<O>, { organizationId, organizationUid }: ReportReach) {
  if (organizationId === undefined) return query;
  if (organizationId === null) return query.where('organization_id', 'is', null);
  // No row has an empty one.
  return query
    .where('organization_id', '=', organizationId)
    .where('organization_uid', '=', organizationUid ?? '');
}

function narrowed<O>(query: Reports<O>, filter: ReportFilter): Reports<O> {
  let found = query;
  if (filter.q !== undefined) {
    const text = filter.q.toLowerCase();
    found = found.where(
      sql<boolean>`(position(${text} in lower(name)) > 0 or position(${text} in id) > 0)`,
    );
  }
  if (filter.status !== undefined) found = found.where('status', '=', filter.status);
  if (filter.organization_id !== undefined) {
    found = found.where('organization_id', '=', filter.organization_id);
  }
  return found;
}

function entryOf(
  action: string,
  { principal, source, ip, requestId }: WriteContext,
  { before, after }: { before?: ReportRow; after?: ReportRow },
): AuditDraft {
  const row = after ?? before;
  return {
    ...entryOwner(row?.organization_id, row?.organization_uid),
    user_id: principal.subject,
    key_id: principal.keyName ?? null,
    action,
    resource_type: 'chargeback_report',
    resource_id: row?.id ?? null,
    changes: { before: before ? summaryOf(before) : null, after: after ? summaryOf(after) : null },
    source,
    ip: ip ?? null,
    request_id: requestId,
  };
}
