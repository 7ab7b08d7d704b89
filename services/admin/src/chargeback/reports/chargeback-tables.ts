import type { AuditTables } from '@aicp/api-kit/audit/audit-tables';
import type { Selectable } from 'kysely';

export const REPORT_STATES = ['draft', 'finalized', 'exported'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** A report without what is in it. Whole numbers of the database come as text. */
interface ChargebackReports {
  /** UUIDv7: newer ones are greater. */
  id: string;
  created_at: Date;
  created_by: string;
  name: string;
  /** Whose cost it books; null: everybody's. */
  organization_id: string | null;
  /** metadata.uid of that Organization. */
  organization_uid: string | null;
  period_start: Date;
  /** Before when. */
  period_end: Date;
  time_zone: string;
  status: ReportState;
  /** The finalized report of the same period that it says the difference to; null: none. */
  restates: string | null;
  total_cents: string;
  allocated_cents: string;
  total_nano: string;
  line_items: number;
  /** SHA-256 of the content. */
  digest: string;
  finalized_by: string | null;
  finalized_at: Date | null;
  exported_at: Date | null;
}

interface ChargebackContents {
  report_id: string;
  /** Canonical JSON. */
  content: string;
}

export interface ChargebackTables {
  'admin.chargeback_reports': ChargebackReports;
  'admin.chargeback_contents': ChargebackContents;
}

/** With the audit log, which has an entry of each change of a report. */
export type AuditedReports = AuditTables & ChargebackTables;

export type ReportRow = Selectable<ChargebackReports>;
