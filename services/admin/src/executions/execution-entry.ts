import { entryOwner, type AuditDraft } from '@aicp/api-kit/audit/audit-entry';
import type { RouteContext } from '@aicp/api-kit/route/route';

/** What somebody did with an execution. */
export interface ExecutionDeed {
  readonly action: 'execute' | 'cancel' | 'retry' | 'signal';
  readonly id: string;
  /** What is worth keeping of it; neither inputs nor outputs, in which anything may stand. */
  readonly about: Readonly<Record<string, unknown>>;
}

/** What the audit log says of it. */
export const executionEntryOf = (
  { principal, source, ip, requestId }: RouteContext,
  { action, id, about }: ExecutionDeed,
): AuditDraft => ({
  ...entryOwner(principal.organizationId, principal.organizationUid),
  user_id: principal.subject,
  key_id: principal.keyName ?? null,
  ...{ action, resource_type: 'workflow_execution', resource_id: id },
  changes: { before: null, after: { ...about } },
  source,
  ip: ip ?? null,
  request_id: requestId,
});
