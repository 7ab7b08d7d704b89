import type { MoneyWindow } from '@aicp/contracts/budgets/money-window';
import type { SpendSubject } from '@aicp/contracts/budgets/spend-subject';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import type { Caller } from '../access/caller.ts';
import type { CostModel } from '../snapshot/cost-model.ts';

/** A limit on what a caller's requests may cost, at a moment. Nano-USD. */
export interface SpendLimit {
  readonly name: string;
  readonly subject: SpendSubject;
  readonly window: MoneyWindow;
  readonly limit: bigint;
  readonly soft: bigint;
  readonly hard: bigint;
  readonly action: BudgetFragment['action'];
  readonly downgradeTo: string | undefined;
}

/** Whose requests, to whom, and when. */
export interface SpendOf {
  readonly caller: Caller;
  /** Undefined where it is not known: limits on models are left out. */
  readonly model: CostModel | undefined;
  /** `name=value` of each. */
  readonly tags: readonly string[];
  readonly nowMs: number;
}

/** All limits that hold for a request: budgets, and what keys, teams, business units and organizations may spend. Every one of them has to let it pass. */
export function limitsOn(budgets: readonly BudgetFragment[], of: SpendOf): SpendLimit[] {
  const limits = budgets.flatMap((budget) => {
    const subject = subjectFor(budget, of);
    return subject ? [toLimit(budget, subject, of.nowMs)] : [];
  });
  const own = ofKey(of.caller);
  return own ? [own, ...limits] : limits;
}

function ofKey({ key, principal }: Caller): SpendLimit | undefined {
  if (!key?.maxBudget) return undefined;
  const limit = BigInt(key.maxBudget.limit);
  return {
    name: `max_budget of the key ${key.id}`,
    subject: { scope: 'key', organization: principal.organization, value: key.id },
    window: key.maxBudget.window,
    limit,
    soft: (limit * 4n) / 5n,
    hard: limit,
    action: 'block',
    downgradeTo: undefined,
  };
}

function toLimit(budget: BudgetFragment, subject: SpendSubject, nowMs: number): SpendLimit {
  const { increase } = budget;
  const isIncreased = increase !== undefined && Date.parse(increase.expiresAt) > nowMs;
  const more = isIncreased ? BigInt(increase.amount) : 0n;
  return {
    name: nameOf(budget),
    subject,
    window: budget.window,
    limit: BigInt(budget.limit) + more,
    soft: BigInt(budget.soft) + more,
    hard: BigInt(budget.hard) + more,
    action: budget.action,
    downgradeTo: budget.downgradeTo,
  };
}

function nameOf({ source, displayName, id }: BudgetFragment): string {
  if (source.kind === 'Budget') return `the budget ${displayName ?? id}`;
  const kind = KINDS.get(source.kind) ?? source.kind;
  return `max_budget of the ${kind} ${id}`;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['Team', 'team'],
  ['BusinessUnit', 'business unit'],
  ['Organization', 'organization'],
]);

type OwnScope = 'organization' | 'business_unit' | 'team' | 'user' | 'key';

const OWN: Readonly<Record<OwnScope, (principal: Principal) => string | undefined>> = {
  organization: ({ organization }) => organization,
  business_unit: ({ businessUnit }) => businessUnit,
  team: ({ team }) => team,
  user: ({ user }) => user,
  key: ({ key }) => key,
};

/** Whose spend a budget looks at for this request; undefined where it does not concern it. */
function subjectFor(budget: BudgetFragment, of: SpendOf): SpendSubject | undefined {
  const { scope, organization, value } = budget;
  const { principal } = of.caller;
  if (organization !== undefined && organization !== principal.organization) return undefined;
  if (scope === 'global') return { scope, organization, value: undefined };
  const own = ownValue(budget, of);
  if (own === undefined || (value ?? own) !== own) return undefined;
  const isOfAll = scope === 'model' || scope === 'tag';
  return { scope, organization: isOfAll ? organization : principal.organization, value: own };
}

/** Which one of the budget's scope this request is of. The platform knows an organization's model by the one that it uses. */
function ownValue(
  { scope, organization, value }: BudgetFragment,
  { caller, model, tags }: SpendOf,
): string | undefined {
  switch (scope) {
    case 'global':
      return undefined;
    case 'tag':
      return tags.find((tag) => tag === value);
    case 'model':
      return organization === undefined ? (model?.base ?? model)?.id : model?.id;
    default:
      return OWN[scope](caller.principal);
  }
}
