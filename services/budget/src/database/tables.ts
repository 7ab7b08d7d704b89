export const ALERT_TYPES = [
  'approaching_limit',
  'request_exceeds_budget',
  'budget_exceeded',
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** '' stands for none. */
export interface AlertTable {
  readonly id: string;
  readonly at: Date;
  /** What is told but once: the limit, the subject, the window and the threshold. */
  readonly once: string;
  readonly alert_type: AlertType;
  readonly budget_id: string;
  readonly entity_type: string;
  readonly entity_id: string | null;
  readonly organization: string;
  readonly team_id: string;
  readonly user_id: string;
  readonly key_id: string;
  readonly message: string;
}

/** A limit of which something was told in a period: its end is told as well. */
export interface ToldTable {
  /** metadata.uid of the object that sets it. */
  readonly uid: string;
  /** Of a limit of one of each, the name of the subject whose spend it was; else ''. */
  readonly subject: string;
  readonly budget_id: string;
  readonly entity_id: string | null;
  readonly organization: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

/** Of which hours (UTC) facts have come, and how often. */
export interface ArrivalTable {
  readonly hour: Date;
  readonly batches: string;
}

/** Which replica reports, and until when it need not ask again. */
export interface ReporterTable {
  readonly id: number;
  readonly replica: string;
  readonly until: Date;
}

/** The service's own tables. */
export interface BudgetTables {
  readonly alert: AlertTable;
  readonly told: ToldTable;
  readonly arrival: ArrivalTable;
  readonly reporter: ReporterTable;
}

/** The schema that they stand in, and the role that the service works under there. */
export const BUDGET_SCHEMA = 'budget';
export const BUDGET_ROLE = 'aicp_budget';
