import type { AuditTables } from '@aicp/api-kit/audit/audit-tables';
import type { Generated, Selectable } from 'kysely';
import type { Severity } from '../evaluation/standing.ts';
import type { SlaMetric } from '../objectives/objective.ts';

export const VIOLATION_STATES = ['open', 'acknowledged', 'resolved'] as const;
export type ViolationState = (typeof VIOLATION_STATES)[number];

/** How a violation ended. */
export type Resolution = 'recovered' | 'no_traffic' | 'gone' | 'by_hand';

/** A target that was missed at one model, from when to when. */
interface SlaViolations {
  /** UUIDv7: newer ones are greater. */
  readonly id: string;
  /** metadata.uid of the SLADefinition, or of the Model whose default it is. */
  readonly sla_uid: string;
  readonly sla_id: string;
  /** Null: the platform's. */
  readonly organization_id: string | null;
  readonly organization_uid: string | null;
  readonly provider: string;
  readonly model: string;
  readonly metric: SlaMetric;
  readonly target: number;
  /** As it was last, and at its worst. */
  readonly actual: number;
  readonly worst: number;
  readonly severity: Severity;
  readonly status: ViolationState;
  readonly started_at: Date;
  readonly updated_at: Date;
  /** When there were enough requests to know last. */
  readonly seen_at: Date;
  /** How sure it is that it is over: see `stepOf`. */
  readonly good_points: Generated<number>;
  /** EventSubscriptions that are told. */
  readonly channels: readonly string[];
  readonly acknowledged_at: Date | null;
  readonly acknowledged_by: string | null;
  readonly resolved_at: Date | null;
  /** Who resolved it by hand. */
  readonly resolved_by: string | null;
  readonly resolution: Resolution | null;
  /** Resolved by hand, and not good since: it does not open again. */
  readonly is_muted: Generated<boolean>;
}

export interface SlaTables {
  readonly 'admin.sla_violation': SlaViolations;
}

/** With the audit log, which has an entry of what people do to a violation. */
export type AuditedViolations = AuditTables & SlaTables;

export type Violation = Selectable<SlaViolations>;
