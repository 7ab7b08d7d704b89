import { Problem } from '@aicp/common/errors/problem';
import { team } from '@aicp/crds/team';
import type { Proposal } from '../resources/collection.ts';
import type { ObjectStore } from '../resources/store.ts';

/**
 * Throws a Problem (403) where an administrator of teams writes a person onto a key who is neither the administrator nor a member of the
 * key's team: the person would seem to have done what others do with the key.
 */
export function requireKnownPerson(store: ObjectStore, proposal: Proposal): void {
  const { principal, scope, before, spec } = proposal;
  const { userId, teamId } = spec;
  if (scope !== 'teams' || typeof userId !== 'string' || userId === principal.subject) return;
  const isAsItWas = before?.spec['userId'] === userId && before.spec['teamId'] === teamId;
  if (isAsItWas || isMember(store, userId, { teamId, organizationId: principal.organizationId })) {
    return;
  }
  throw new Problem(
    403,
    'user_id of a key is your own, or that of a member of its team: add the person to the team first.',
  );
}

function isMember(
  store: ObjectStore,
  userId: string,
  of: { teamId: unknown; organizationId: string | undefined },
): boolean {
  const { teamId, organizationId } = of;
  const found = typeof teamId === 'string' ? store.find(team, teamId) : undefined;
  if (!found || found.spec['organizationId'] !== organizationId) return false;
  const members = (found.spec['members'] ?? []) as readonly { readonly userId?: unknown }[];
  return members.some((member) => member.userId === userId);
}
