import { entryOwner, type AuditDraft } from '@aicp/api-kit/audit/audit-entry';
import { recordedOwner } from '../../resources/owners.ts';
import { textOf } from '../../resources/rights.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { WriteContext } from '../../resources/write-hooks.ts';

/** What the audit log says of a secret that somebody rotated: the object itself has not changed. */
export const rotationEntry = (
  object: StoredObject,
  { principal, source, ip, requestId }: WriteContext,
): AuditDraft => ({
  ...entryOwner(
    textOf(object.spec['organizationId']),
    recordedOwner(object)?.organizationUid ?? principal.organizationUid,
  ),
  user_id: principal.subject,
  key_id: principal.keyName ?? null,
  action: 'rotate_secret',
  resource_type: 'event_subscription',
  resource_id: object.metadata.name,
  changes: null,
  source,
  ip: ip ?? null,
  request_id: requestId,
});
