import { cellOf } from '../csv/csv-columns.ts';
import { csvLines } from '../csv/csv-lines.ts';
import type { AuditEntry } from './audit-entry.ts';

export const EXPORT_FORMATS = ['json', 'csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

interface Format {
  readonly contentType: string;
  readonly write: (entries: AsyncIterable<AuditEntry>) => AsyncGenerator<string>;
}

/** How each format is written, entry by entry. */
export const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  json: { contentType: 'application/json', write: asJson },
  csv: { contentType: 'text/csv', write: asCsv },
  jsonl: { contentType: 'application/x-ndjson', write: asLines },
};

async function* asJson(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  let before = '[';
  for await (const entry of entries) {
    yield `${before}\n${JSON.stringify(entry)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

async function* asLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}

const COLUMNS = [
  ...['seq', 'id', 'timestamp', 'organization_id', 'user_id', 'action', 'resource_type'],
  ...['resource_id', 'source', 'ip', 'request_id', 'changes', 'prev_hash', 'hash', 'key_id'],
  'organization_uid',
] as (keyof AuditEntry)[];

async function* asCsv(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield csvLines([COLUMNS]);
  for await (const entry of entries) {
    yield csvLines([COLUMNS.map((column) => cellOf(entry[column]))]);
  }
}
