import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { nanoUsdOf, exactUsd } from '@aicp/contracts/budgets/usd-text';
import type { ObjectSpend } from '@aicp/contracts/poll/spend-report';
import { budgetTerms } from './budget-terms.ts';
import { judgeBudget, judgeUnknown, type Unknowing } from './judge-budget.ts';
import { judgeDelivery, undelivered } from './judge-delivery.ts';
import { figuresOf, nothingSpent } from './figures/spend-figures.ts';
import { spendCondition, type SpendCondition, type SpendStatement } from './spend-statement.ts';

/** What a statement is made from, beside the object. */
export interface SpendContext {
  /** When the report was made that counts; undefined where there is none, and `unknowing` says why. */
  readonly at: string | undefined;
  /** In seconds; null where no gateway says anything. */
  readonly lag: number | null;
  /** Why nothing is known of any budget. */
  readonly unknowing: Unknowing | undefined;
  readonly isTracking: boolean;
  readonly isBlocking: boolean;
}

const NOT_TRACKED: Unknowing = {
  reason: 'NotTracked',
  message: 'features.costTracking of the ControlPlane is off, so nothing has a cost',
};

const NOT_IN_FORCE: Unknowing = {
  reason: 'NotInForce',
  message: 'the budget is not in force: see Accepted and Programmed',
};

/** What is to be said of a Budget; undefined while nothing is known of whether it is in force. */
export function statementOnBudget(
  object: KubernetesObject,
  {
    entry,
    overcommitment,
    before,
    context,
  }: {
    readonly entry: ObjectSpend | undefined;
    /** Absent where nobody stands below it. */
    readonly overcommitment: { readonly message: string | undefined } | undefined;
    readonly before: SpendStatement | undefined;
    readonly context: SpendContext;
  },
): SpendStatement | undefined {
  const enforced = enforcedReason(object);
  if (enforced === undefined) return undefined;
  const terms = budgetTerms(object['spec']);
  const unknowing = unknowingOf(enforced, context);
  const over = overcommitted(overcommitment);
  if (unknowing || context.at === undefined) {
    const spend = before?.spend ?? limitOnly(terms.limit);
    const limits = unknowing ? judgeUnknown(unknowing) : unsure(before);
    return { ...(spend ? { spend } : {}), conditions: [...limits, ...over] };
  }
  const spend = entry ? figuresOf(entry, context.at) : nothingSpent(terms.limit, context.at);
  return { spend, conditions: [...judgeBudget(entry, terms, context.isBlocking), ...over] };
}

/** Why nothing is known of a budget; undefined where its figures count. */
function unknowingOf(enforced: string, context: SpendContext): Unknowing | undefined {
  const disabled = context.isTracking ? undefined : NOT_TRACKED;
  if (enforced === 'NotEnforced') return disabled ?? NOT_IN_FORCE;
  return context.unknowing ?? disabled;
}

/** What is to be said of a key or an account; undefined where nothing was spent of it, and nothing else was said. */
export function statementOnAccount(
  entry: ObjectSpend | undefined,
  before: SpendStatement | undefined,
  { at }: SpendContext,
): SpendStatement | undefined {
  if (at === undefined) return before;
  if (entry) return { spend: figuresOf(entry, at), conditions: [] };
  if (!before?.spend) return undefined;
  const { limitUsd } = before.spend;
  const limit = limitUsd === undefined ? undefined : nanoUsdOf(limitUsd);
  return { spend: nothingSpent(limit, at), conditions: [] };
}

/** What is to be said of the delivery of usage, on the ControlPlane. */
export function statementOnDelivery(
  before: SpendStatement | undefined,
  { at, lag, unknowing }: SpendContext,
): SpendStatement | undefined {
  if (unknowing && (lag === null || unknowing.reason === 'NotInstalled')) {
    return { conditions: [undelivered(unknowing)] };
  }
  if (lag === null)
    return at === undefined ? before : { conditions: [undelivered(SILENT_GATEWAYS)] };
  const wasBehind = before?.conditions.some(({ reason }) => reason === 'DeliveryBehind') ?? false;
  return { conditions: [judgeDelivery(lag, wasBehind)] };
}

const SILENT_GATEWAYS: Unknowing = {
  reason: 'NotReported',
  message: 'no gateway has said of late how long its facts wait',
};

/** A new leader that has heard nothing yet leaves conditions as they are. */
const unsure = (before: SpendStatement | undefined): readonly SpendCondition[] =>
  before?.conditions.filter(({ type }) => type === 'NearLimit' || type === 'Exceeded') ?? [];

const limitOnly = (limit: bigint | undefined) =>
  limit === undefined ? undefined : { limitUsd: exactUsd(limit) };

function overcommitted(
  found: { readonly message: string | undefined } | undefined,
): SpendCondition[] {
  if (!found) return [];
  const { message } = found;
  if (message !== undefined)
    return [spendCondition('Overcommitted', 'True', 'LimitsExceed', message)];
  const fits = 'the limits of those below it add up to no more than its own';
  return [spendCondition('Overcommitted', 'False', 'LimitsFit', fits)];
}

/** The reason of its condition Enforced; undefined before the operator's first look. */
function enforcedReason({ status }: KubernetesObject): string | undefined {
  const conditions = (status as { conditions?: unknown } | undefined)?.conditions;
  if (!Array.isArray(conditions)) return undefined;
  const known = conditions as readonly { readonly type?: unknown; readonly reason?: unknown }[];
  const reason = known.find(({ type }) => type === 'Enforced')?.reason;
  return typeof reason === 'string' ? reason : undefined;
}
