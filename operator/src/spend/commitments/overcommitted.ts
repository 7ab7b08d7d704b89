import type { BudgetScope } from '@aicp/contracts/spend/spend-subject';
import type { MoneyWindow } from '@aicp/contracts/spend/money-window';
import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import { dollars } from '../figures/spend-figures.ts';
import { Homes, type Account } from './homes.ts';

export interface KeyAccount extends Account {
  readonly team?: string | undefined;
  readonly maxBudget?: { readonly limit: string; readonly window: MoneyWindow } | undefined;
}

/** All that is limited, and who belongs to whom. */
export interface Commitments {
  /** Those of the objects themselves among them (`maxBudget`), but for keys. */
  readonly budgets: readonly CommitmentBudget[];
  readonly organizations: readonly Pick<Account, 'id'>[];
  readonly businessUnits: readonly Account[];
  readonly teams: readonly Account[];
  /** Those that work. */
  readonly keys: readonly KeyAccount[];
}

type CommitmentBudget = Pick<
  BudgetFragment,
  'source' | 'organization' | 'scope' | 'value' | 'window' | 'limit'
>;

/** What shares the limit of something above it. */
const LEVELS = ['organization', 'business_unit', 'team', 'key'] as const;
type Level = (typeof LEVELS)[number];

const NOUNS: Readonly<Record<Level, readonly [one: string, several: string]>> = {
  organization: ['organization', 'organizations'],
  business_unit: ['business unit', 'business units'],
  team: ['team', 'teams'],
  key: ['key', 'keys'],
};

/** What a Budget says of those below it: undefined where what they may spend adds up to no more than its own limit. */
export type Overcommitments = ReadonlyMap<string, string | undefined>;

interface Sum {
  total: bigint;
  count: number;
}

/**
 * By the uid of each Budget that others stand below (of an organization, a business unit, a team, or global): a sentence where the limits of
 * these, of one level and of the same window, add up to more than its own. One that an organization writes for what is not its own limits nothing:
 * the same is said of it as of one for what does not exist, and it counts nowhere.
 */
export function overcommitments(commitments: Commitments): Overcommitments {
  const { budgets } = commitments;
  const homes = new Homes(commitments);
  const limiting = new Set(budgets.filter((budget) => limitsAnything(budget, homes)));
  const sums = sumsOf(commitments, { homes, limits: smallestLimits(limiting) });
  const said = new Map<string, string | undefined>();
  for (const budget of budgets) {
    const { source, organization, scope, value, window, limit } = budget;
    const place = placeOf(scope, value, organization);
    if (source.kind !== 'Budget' || place === undefined) continue;
    const over = LEVELS.flatMap((level) => {
      const sum = limiting.has(budget) ? sums.get(nameOf(place, level, window)) : undefined;
      return sum && sum.total > BigInt(limit) ? [wordsOf(level, sum)] : [];
    });
    said.set(source.uid, over.length > 0 ? sentence(over, BigInt(limit), window) : undefined);
  }
  return said;
}

/** Whether a budget is for each one of its owner's, or for an account that its owner has; the platform's may be for anybody's. */
const limitsAnything = ({ organization, scope, value }: CommitmentBudget, homes: Homes): boolean =>
  value === undefined || organization === undefined || homes.isOf(organization, scope, value);

/** Whom others stand below; undefined for what nobody does. A global budget of an organization is one of the organization. */
function placeOf(
  scope: BudgetScope,
  value: string | undefined,
  organization: string | undefined,
): string | undefined {
  if (scope === 'global') return organization === undefined ? ROOT : `organization/${organization}`;
  const isAbove = scope === 'organization' || scope === 'business_unit' || scope === 'team';
  return isAbove && value !== undefined ? `${scope}/${value}` : undefined;
}

const ROOT = 'global/';

const nameOf = (place: string, level: Level, window: MoneyWindow): string =>
  `${place} ${level} ${window}`;

/** By whom it limits and its window. Where several limit one, the smallest is what it may spend. */
type Limits = ReadonlyMap<string, bigint>;

function smallestLimits(budgets: Iterable<CommitmentBudget>): Limits {
  const limits = new Map<string, bigint>();
  for (const { scope, value, organization, window, limit } of budgets) {
    const whom = value === undefined ? eachOf(scope, organization) : `${scope}/${value}`;
    takeSmaller(limits, `${whom} ${window}`, BigInt(limit));
  }
  return limits;
}

const eachOf = (scope: BudgetScope, organization: string | undefined): string =>
  `each ${scope} of ${organization ?? 'all'}`;

function takeSmaller(limits: Map<string, bigint>, name: string, limit: bigint): void {
  const known = limits.get(name);
  if (known === undefined || limit < known) limits.set(name, limit);
}

const WINDOWS: readonly MoneyWindow[] = ['1h', '1d', '7d', 'month'];

/** For everything that others stand below: what those of each level may spend in a window. */
function sumsOf(
  commitments: Commitments,
  { homes, limits }: { readonly homes: Homes; readonly limits: Limits },
): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>();
  const unitOfTeam = new Map<string, string | undefined>();
  const note = (level: Level, account: KeyAccount, places: readonly string[]): void => {
    for (const window of WINDOWS) {
      const limit = limitOf(level, account, { window, limits });
      if (limit === undefined) continue;
      for (const place of places) add(sums, nameOf(place, level, window), limit);
    }
  };
  for (const one of commitments.organizations) {
    note('organization', { ...one, organization: one.id }, [ROOT]);
  }
  for (const one of commitments.businessUnits) note('business_unit', one, above(one, homes, {}));
  for (const one of commitments.teams) {
    unitOfTeam.set(one.id, one.businessUnit);
    note('team', one, above(one, homes, { business_unit: one.businessUnit }));
  }
  for (const one of commitments.keys) {
    const unit = one.businessUnit ?? unitOfTeam.get(one.team ?? '');
    note('key', one, above(one, homes, { business_unit: unit, team: one.team }));
  }
  return sums;
}

/** All that an account stands below. What it names of another organization is not above it. */
const above = (
  { organization }: Account,
  homes: Homes,
  named: Partial<Record<'business_unit' | 'team', string | undefined>>,
): string[] => [
  ROOT,
  ...(organization === undefined ? [] : [`organization/${organization}`]),
  ...Object.entries(named).flatMap(([level, id]) =>
    id !== undefined && homes.isOf(organization, level, id) ? [`${level}/${id}`] : [],
  ),
];

/** The smallest of the limits that an account has in a window: its own, and those of each one of its level. */
function limitOf(
  level: Level,
  { id, organization, maxBudget }: KeyAccount,
  { window, limits }: { readonly window: MoneyWindow; readonly limits: Limits },
): bigint | undefined {
  const all = [
    limits.get(`${level}/${id} ${window}`),
    limits.get(`${eachOf(level, undefined)} ${window}`),
    organization === undefined ? undefined : limits.get(`${eachOf(level, organization)} ${window}`),
    maxBudget?.window === window ? BigInt(maxBudget.limit) : undefined,
  ].filter((limit) => limit !== undefined);
  return all.reduce<bigint | undefined>(
    (least, limit) => (least === undefined || limit < least ? limit : least),
    undefined,
  );
}

function add(sums: Map<string, Sum>, name: string, limit: bigint): void {
  const sum = sums.get(name);
  if (!sum) {
    sums.set(name, { total: limit, count: 1 });
    return;
  }
  sum.total += limit;
  sum.count += 1;
}

const wordsOf = (level: Level, { count, total }: Sum): string =>
  `${count} ${NOUNS[level][count === 1 ? 0 : 1]} may spend ${dollars(total)} together`;

const PER: Readonly<Record<MoneyWindow, string>> = {
  '1h': 'an hour',
  '1d': 'a day',
  '7d': 'a week',
  month: 'a month',
};

const sentence = (over: readonly string[], limit: bigint, window: MoneyWindow): string =>
  `by their own limits, ${over.join(', and ')}, where this budget has ${dollars(limit)} ${PER[window]}: it may end before theirs do`;
