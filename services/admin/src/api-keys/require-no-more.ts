import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@aicp/common/errors/problem';
import { wireName } from '@aicp/crds/kit/wire-name';
import { sortableDecimal } from '@aicp/crds/kit/wire-decimal';
import { apiKey } from '@aicp/crds/api-key';
import { isWithin } from '../access/permissions.ts';
import type { Role } from '../access/principal.ts';
import type { Proposal, Spec } from '../resources/collection.ts';
import type { StoredObject } from '../resources/stored-object.ts';

/** Fields that limit what a key may do, and whether one value allows no more than another. */
const LIMITS: Readonly<Record<string, (value: unknown, own: unknown, spec: Spec) => boolean>> = {
  allowedModels: (value, own) => isSubset(value, own),
  maxBudget: (value, own) => isAtMost(value, own),
  rpmLimit: (value, own) => isAtMost(value, own),
  tpmLimit: (value, own) => isAtMost(value, own),
  expiresAt: (value, own) =>
    typeof value === 'string' && Date.parse(value) <= Date.parse(String(own)),
};

/** What somebody without a say over others can't choose for his keys: it decides who pays, and which policies match. */
const GIVEN = ['teamId', 'businessUnitId', 'userId', 'metadata'] as const;

/**
 * Throws a Problem (403) where a key would be able to do more than its writer: a higher role, models or limits beyond those of the key
 * that he has himself (`own`), another team. Fields that stay as they are were given by somebody else, and are left alone.
 */
export function requireNoMore(proposal: Proposal, own: StoredObject | undefined): void {
  const { principal, scope, before, spec } = proposal;
  for (const one of [before?.spec, spec]) {
    if (one && !isWithin(roleOf(one), principal.role)) {
      throw new Problem(403, `You may not write a key with the role ${roleOf(one)}.`);
    }
  }
  if (scope === 'all') return;
  requireWithinLimits(spec, own?.spec, before?.spec);
  if (scope === 'teams') requireTeam(proposal);
  if (scope === 'own') requireGiven(proposal, own);
}

/** Throws a Problem (403) where a key's limits pass those of `own`, but for those that it has `before`. */
export function requireWithinLimits(spec: Spec, own: Spec | undefined, before?: Spec): void {
  for (const [field, isWithinLimit] of Object.entries(LIMITS)) {
    const limit = own?.[field];
    const isSet = Array.isArray(limit) ? limit.length > 0 : limit !== undefined;
    if (!isSet || (before && isDeepStrictEqual(spec[field], before[field]))) continue;
    if (isWithinLimit(spec[field], limit, spec)) continue;
    const name = wireName(apiKey, field);
    throw new Problem(403, `${name} may not be more than that of the key that you use yourself.`);
  }
}

const roleOf = ({ role = 'member' }: Spec): Role => (role === 'admin' ? 'org_admin' : role) as Role;

function requireTeam({ principal, spec }: Proposal): void {
  const { teamId } = spec;
  if (typeof teamId === 'string' && principal.teamIds.includes(teamId)) return;
  throw new Problem(403, 'You may write keys of your own teams only: see team_id.');
}

function requireGiven({ principal, before, spec }: Proposal, own: StoredObject | undefined): void {
  const given: Spec = before?.spec ?? {
    teamId: principal.teamIds[0],
    businessUnitId: own?.spec['businessUnitId'],
    userId: principal.subject,
    metadata: own?.spec['metadata'],
  };
  const changed = GIVEN.find((field) => !isDeepStrictEqual(spec[field], given[field]));
  if (changed === undefined) return;
  throw new Problem(403, `You may not choose ${wireName(apiKey, changed)} of your own keys.`);
}

/** A pattern is covered by the same one, or by a prefix of it that ends in `*`. Empty allows all. */
function isSubset(value: unknown, own: unknown): boolean {
  const [wanted, allowed] = [value, own].map((list) => (list ?? []) as readonly string[]);
  if (!wanted || !allowed || wanted.length === 0) return false;
  return wanted.every((one) =>
    allowed.some((other) =>
      other.endsWith('*') ? one.startsWith(other.slice(0, -1)) : one === other,
    ),
  );
}

const isAtMost = (value: unknown, own: unknown): boolean =>
  value !== undefined &&
  sortableDecimal(value as number | string) <= sortableDecimal(own as number | string);
