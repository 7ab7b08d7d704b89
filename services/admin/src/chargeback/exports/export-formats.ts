import type { FullReport } from '../reports/chargeback-reports.ts';
import { reportOf } from '../reports/report-view.ts';
import { toCsv } from './csv.ts';
import { toFocus, type FocusTerms } from './focus.ts';
import { toSap } from './sap.ts';

export const EXPORT_FORMATS = ['csv', 'json', 'sap', 'focus'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

interface Format {
  readonly contentType: string;
  /** Of the file. */
  readonly extension: string;
  readonly write: (report: FullReport, terms: FocusTerms) => string;
}

/** How each is written. The same report gives the same bytes, whenever it is exported. */
export const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  csv: { contentType: 'text/csv', extension: 'csv', write: toCsv },
  json: { contentType: 'application/json', extension: 'json', write: toJson },
  sap: { contentType: 'text/csv', extension: 'sap.csv', write: toSap },
  focus: { contentType: 'text/csv', extension: 'focus.csv', write: toFocus },
};

/** As the API answers it, but for what an export itself changes. */
function toJson({ row, content }: FullReport): string {
  const { status: _, exported_at: _at, updated_at: _then, ...report } = reportOf(row, content);
  return `${JSON.stringify(report, null, 2)}\n`;
}
