import type { SlaEventData } from '@aicp/contracts/events/provider-events';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import type { Violation } from './violation-table.ts';

type Told = Omit<Violation, 'good_points' | 'is_muted' | 'seen_at' | 'updated_at'>;

/** That a violation began, or ended: each happens once, whoever sees it. */
export const violationEvent = (
  type: 'sla.violation' | 'sla.resolved',
  violation: Told,
): EventDraft & { readonly data: SlaEventData } => ({
  type,
  uid: violation.id,
  transition: type,
  at: (type === 'sla.resolved' ? violation.resolved_at : null) ?? violation.started_at,
  subject: `SLA/${violation.sla_id}`,
  organization: violation.organization_id ?? undefined,
  onlyTo: violation.channels,
  data: {
    id: violation.id,
    sla_id: violation.sla_id,
    provider: violation.provider,
    model: violation.model,
    metric: violation.metric,
    target: violation.target,
    actual: violation.actual,
    severity: violation.severity,
    status: violation.status,
    started_at: violation.started_at.toISOString(),
    resolved_at: violation.resolved_at?.toISOString() ?? null,
    incident: violation.id,
  },
});
