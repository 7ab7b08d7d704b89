import type { PageMark } from '@aicp/api-kit/route/page-mark';
import type { ReportRow } from './chargeback-tables.ts';
import type { ReportContent } from './report-content.ts';
import type { ReportFilter, ReportPage, ReportReach, ReportStore } from './report-store.ts';

/** A page of reports, with what is in them. */
export interface ListedReports {
  readonly listed: readonly { readonly row: ReportRow; readonly content: ReportContent }[];
  /** The last of the page, behind which the next one begins; undefined on the last page. */
  readonly next: PageMark | undefined;
  /** How many there are on all pages. */
  readonly total: number;
}

/** A page has one report, and as many more as have so many line items together: some megabytes are enough at a time. */
export const MOST_LINE_ITEMS = 20_000;

/** A page, which has fewer reports than asked for where there is much in them. */
export async function listReports(
  reports: Pick<ReportStore, 'page' | 'count' | 'contentsOf'>,
  { reach, filter, page }: { reach: ReportReach; filter: ReportFilter; page: ReportPage },
): Promise<ListedReports> {
  const { limit } = page;
  const rows = await reports.page(reach, filter, { ...page, limit: limit + 1 });
  const shown = rows.slice(0, Math.min(limit, fitting(rows)));
  const contents = await reports.contentsOf(shown.map(({ id }) => id));
  return {
    // A draft may have been deleted in between.
    listed: shown.flatMap((row) => {
      const content = contents.get(row.id);
      return content ? { row, content } : [];
    }),
    next: rows.length > shown.length ? shown.at(-1) : undefined,
    total: await reports.count(reach, filter),
  };
}

/** How many of these a page takes. */
function fitting(rows: readonly Pick<ReportRow, 'line_items'>[]): number {
  let items = 0;
  const over = rows.findIndex((row) => (items += row.line_items) > MOST_LINE_ITEMS);
  return over === -1 ? rows.length : Math.max(1, over);
}
