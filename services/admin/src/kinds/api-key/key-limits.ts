import { Problem } from '@aicp/common/errors/problem';
import { apiKey } from '@aicp/crds/api-key';
import { wireName } from '@aicp/crds/kit/wire-name';
import { sortableDecimal } from '@aicp/crds/kit/wire-values';
import { isDeepStrictEqual } from 'node:util';
import type { Proposal, Spec } from '../../resources/collection.ts';
import type { StoredObject } from '../../resources/stored-object.ts';

/** What limits a key. */
interface Limit {
  /** The fields that say it together. */
  readonly fields: readonly [string, ...string[]];
  /** Whether it is used up: another key begins to count anew. */
  readonly counts: boolean;
  /** Whether one spec allows no more than another, which has it. */
  readonly isWithin: (spec: Spec, other: Spec) => boolean;
}

const LIMITS: readonly Limit[] = [
  {
    fields: ['allowedModels'],
    counts: false,
    isWithin: (spec, other) => isSubset(spec['allowedModels'], other['allowedModels']),
  },
  {
    fields: ['expiresAt'],
    counts: false,
    isWithin: ({ expiresAt }, other) =>
      typeof expiresAt === 'string' &&
      Date.parse(expiresAt) <= Date.parse(String(other['expiresAt'])),
  },
  {
    fields: ['maxBudget', 'budgetDuration'],
    counts: true,
    // No window is within another: an hour's dollar is more than a day's, and a new window begins with nothing spent.
    isWithin: (spec, other) =>
      windowOf(spec) === windowOf(other) && isAtMost(spec['maxBudget'], other['maxBudget']),
  },
  counted('rpmLimit'),
  counted('tpmLimit'),
];

function counted(field: string): Limit {
  const isWithin = (spec: Spec, other: Spec): boolean => isAtMost(spec[field], other[field]);
  return { fields: [field], counts: true, isWithin };
}

/**
 * Throws a Problem (403) where a key would allow more than its writer may give. `own` is the key that the writer signed in with; who signed
 * in without one has none.
 *
 * - Nobody gives more than `own` allows.
 * - What counts on `own` would count anew on another key: it makes none, and gives none more of it.
 * - Members widen no limit of a key that `own` did not make: somebody else gave it.
 */
export function requireLimits(proposal: Proposal, own: StoredObject | undefined): void {
  if (!proposal.before) requireUncounted(own, 'make keys');
  for (const limit of LIMITS) requireLimit(limit, proposal, own);
}

/** Throws a Problem (403) unless the writer may get hold of a key that allows what this one does. */
export function requireRotator(rotated: StoredObject, own: StoredObject | undefined): void {
  if (!own || own.metadata.name === rotated.metadata.name) return;
  requireUncounted(own, 'rotate others');
  for (const limit of LIMITS) {
    if (isSet(limit, own.spec) && !limit.isWithin(rotated.spec, own.spec)) throw tooMuch(limit);
  }
}

function requireUncounted(own: StoredObject | undefined, act: string): void {
  const limit = LIMITS.find((one) => one.counts && own && isSet(one, own.spec));
  if (!limit) return;
  throw new Problem(
    403,
    `A key with ${nameOf(limit)} may not ${act}, as each key counts by itself: ask an administrator, or use a key without that.`,
  );
}

function requireLimit(limit: Limit, proposal: Proposal, own: StoredObject | undefined): void {
  const { before, spec } = proposal;
  if (before && isSame(limit, spec, before.spec)) return;
  const isOwnSet = own !== undefined && isSet(limit, own.spec);
  if (isOwnSet && !limit.isWithin(spec, own.spec)) throw tooMuch(limit);
  if ((limit.counts && isOwnSet) || isGiven(proposal)) requireNarrower(limit, spec, before?.spec);
}

/** Whether it is a member's key that the member's own key did not make. */
const isGiven = (proposal: Proposal): boolean => proposal.scope === 'own' && !isMadeBy(proposal);

function requireNarrower(limit: Limit, spec: Spec, before: Spec | undefined): void {
  if (!before || !isSet(limit, before) || limit.isWithin(spec, before)) return;
  const names = limit.fields.map((field) => wireName(apiKey, field)).join(' and ');
  throw new Problem(
    403,
    `You may make ${names} of this key narrower only: ask an administrator for more.`,
  );
}

function isMadeBy({ principal, before }: Proposal): boolean {
  const maker = before?.spec['createdBy'] as { key?: string; uid?: string } | undefined;
  if (maker?.key === undefined || maker.key !== principal.keyName) return false;
  return maker.uid === undefined || maker.uid === principal.keyUid;
}

const nameOf = ({ fields: [field] }: Limit): string => wireName(apiKey, field);

const tooMuch = (limit: Limit): Problem =>
  new Problem(403, `${nameOf(limit)} may not be more than that of the key that you use yourself.`);

/** An empty list allows all. */
function isSet({ fields: [field] }: Limit, spec: Spec): boolean {
  const value = spec[field];
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

const isSame = ({ fields }: Limit, spec: Spec, other: Spec): boolean =>
  fields.every((field) => isDeepStrictEqual(spec[field], other[field]));

const windowOf = ({ budgetDuration = 'month' }: Spec): unknown => budgetDuration;

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
