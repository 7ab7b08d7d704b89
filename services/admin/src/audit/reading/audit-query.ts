import { momentQuery } from '@aicp/api-kit/route/moment-query';
import { z } from 'zod';
import { scopeOf } from '../../access/permissions.ts';
import type { Principal } from '@aicp/api-kit/access/principal';
import { invalid } from '@aicp/api-kit/route/field-errors';
import { pageQuery } from '@aicp/api-kit/route/page';
import type { AuditFilter, AuditReach } from '@aicp/api-kit/audit/audit-reader';

const word = (description: string, example: string) =>
  z
    .string()
    .min(1)
    .max(253)
    .optional()
    .meta({ description, examples: [example] });

/** What entries to find, as a client says it. */
export const auditQuery = z.object({
  resource_type: word('Kind of what was changed.', 'organization'),
  resource_id: word('What was changed.', 'acme'),
  action: word('What was done: `create`, `update`, `delete`, `login`, `denied` …', 'update'),
  user_id: word('Who did it.', 'ada@example.com'),
  since: momentQuery('Entries from then on; RFC 3339, or a date.'),
  until: momentQuery('Entries before then.'),
});
type AuditQuery = z.output<typeof auditQuery>;

/** A page of what was found. */
export const auditPageQuery = auditQuery.extend(pageQuery.shape);

/** When the Organization with this name and uid was created; undefined where there is none. */
export type FindCreation = (name: string, uid: string) => Date | undefined;

/** What a principal may find: somebody whose permission ends at the own organization sees the entries of that very one. */
export function filterFor(
  query: AuditQuery,
  principal: Principal,
  createdAt: FindCreation,
): AuditFilter {
  const isEverywhere = scopeOf(principal.role, 'audit_logs:read') === 'all';
  return {
    of: isEverywhere ? undefined : reachOf(principal, createdAt),
    resourceType: query.resource_type,
    resourceId: query.resource_id,
    action: query.action,
    userId: query.user_id,
    since: query.since,
    until: query.until,
  };
}

/** Kubernetes notes the second of a creation: what was recorded within it may be of an organization of before. */
const PRECISION_MS = 1_000;

function reachOf(
  { organizationId = '', organizationUid = '' }: Principal,
  createdAt: FindCreation,
): AuditReach {
  const created = createdAt(organizationId, organizationUid);
  const since = created && new Date(created.getTime() + PRECISION_MS);
  return { organizationUid, byName: since && { organizationId, since } };
}

export const cursorOf = (seq: number): string => Buffer.from(`seq:${seq}`).toString('base64url');

/** The number that a cursor stands for. Throws a Problem (422) where it is none of ours. */
export function seqOfCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const [, digits] = /^seq:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (digits !== undefined) return Number(digits);
  throw invalid([{ path: 'cursor', message: 'must be the cursor of the page before' }]);
}
