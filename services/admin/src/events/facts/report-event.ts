import type { ReportEventData } from '@aicp/contracts/events/change-events';
import type { EventDraft } from '@aicp/events/outbox/event-draft';

interface FinalizedReport {
  readonly id: string;
  readonly created_at: Date;
  readonly name: string;
  readonly organization_id: string | null;
  readonly period_start: Date;
  readonly period_end: Date;
  readonly finalized_at: Date | null;
}

/** The event of a chargeback report that was finalized at this moment. */
export function reportEvent(
  row: FinalizedReport,
  costs: Pick<ReportEventData, 'total_cost' | 'allocated_cost' | 'unallocated_cost'>,
): EventDraft {
  const { total_cost, allocated_cost, unallocated_cost } = costs;
  const data: ReportEventData = {
    report_id: row.id,
    name: row.name,
    period_start: row.period_start.toISOString(),
    period_end: row.period_end.toISOString(),
    ...{ status: 'finalized', total_cost, allocated_cost, unallocated_cost },
  };
  return {
    ...{ type: 'chargeback.finalized', uid: row.id, transition: 'finalized', data },
    at: row.finalized_at ?? row.created_at,
    subject: `ChargebackReport/${row.id}`,
    organization: row.organization_id ?? undefined,
  };
}
