import type { RoutingRefusal } from '../routing/refusal.ts';
import type { Budget } from './budget.ts';
import type { MoneyWindow } from '../spend/money-window.ts';
import type { SpendSubject } from '../spend/spend-subject.ts';
import { shownUsd } from './nano-usd.ts';

/** What a refused request asked of a budget. Amounts are nano-USD. */
export interface BudgetRefused {
  readonly budget: Budget;
  readonly subject: SpendSubject;
  /** What it allows now. */
  readonly most: bigint;
  /** What is spent of it, or reserved by requests under way. */
  readonly count: bigint;
  /** What this request may cost, of what is only likely at most all that the budget has; undefined where nobody knows. */
  readonly cost: bigint | undefined;
  /** When it begins anew, milliseconds since 1970. */
  readonly resetsAtMs: number;
  /** Whether this gateway has lost what it counts in together with others, so that it has a part of the budget alone. */
  readonly isLost: boolean;
  /** Whether there may be room, and the budget service, which would have to grant it, did not answer. */
  readonly isUngranted: boolean;
  /** Whether nothing else keeps the request from the cheaper model that the budget names, so that this one cannot serve it. */
  readonly isUndowngraded: boolean;
}

/** 429: a budget leaves no room for a request. Nobody is told what all organizations together have spent. */
export function quotaExceeded(refused: BudgetRefused): RoutingRefusal {
  const { subject, most, count } = refused;
  const amounts =
    subject.organization === undefined
      ? ''
      : ` of $${shownUsd(most)} ${PER[refused.budget.window]}, of which $${shownUsd(count)} is spent or reserved,`;
  return {
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    param: null,
    message: `${nameOf(refused)}${amounts} ${isBeyond(refused) ? neverOf(refused) : whyOf(refused)}${downgradeOf(refused)}`,
  };
}

/** Whether a request surely costs more than all that a budget has, or that has nothing: to wait for it to begin anew is in vain. */
export const isBeyond = ({ cost, most }: Pick<BudgetRefused, 'cost' | 'most'>): boolean =>
  most === 0n || (cost !== undefined && cost > most);

const mayCost = ({ cost }: Pick<BudgetRefused, 'cost'>): string =>
  cost === undefined ? '' : `, which may cost $${shownUsd(cost)}`;

function neverOf({ most, cost }: BudgetRefused): string {
  if (most === 0n) return 'never has room for a request.';
  return `never has room for this request${mayCost({ cost })}: send a shorter prompt, or set a lower max_tokens.`;
}

function whyOf({ isLost, isUngranted, cost, resetsAtMs }: BudgetRefused): string {
  const request = `this request${mayCost({ cost })}`;
  const ends = `It begins anew at ${momentText(resetsAtMs)}.`;
  if (isUngranted) {
    return `may have room for ${request}: the budget service, which would have to grant that, does not answer. Ask again. ${ends}`;
  }
  const room = `has no room for ${request}.`;
  if (!isLost) return `${room} ${ends}`;
  return `${room} This gateway has lost the counts that it shares with others, and has a part of it alone until it has them back. ${ends}`;
}

/** What is to be done where the model that is to serve at the limit cannot. Who only shares a count with others is not told its name. */
function downgradeOf({ isUndowngraded, isUngranted, budget, subject }: BudgetRefused): string {
  if (!isUndowngraded || isUngranted || budget.action !== 'downgrade') return '';
  const name = subject.organization === undefined ? undefined : budget.downgradeTo;
  const model = name === undefined ? 'the model' : `the model "${name}"`;
  return ` At this limit ${model} is to serve instead (downgradeTo), but it cannot: an administrator has to make sure that it exists, has a price, is allowed to this key and has room in its own limits, or to set another one.`;
}

/** RFC 3339, to the second. */
export const momentText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

const PER: Readonly<Record<MoneyWindow, string>> = {
  '1h': 'an hour',
  '1d': 'a day',
  '7d': 'a week',
  month: 'a month',
};

function nameOf({ budget: { kind, name }, subject }: BudgetRefused): string {
  if (kind === 'APIKey') return 'The budget of this key';
  if (kind !== 'Budget') return `The budget of the ${subject.scope.replace('_', ' ')} "${name}"`;
  return `The budget "${name}"`;
}
