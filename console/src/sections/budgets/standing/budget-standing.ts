import type { ApiObject } from '../../../api/api-object.ts';

/** More for a while, beyond the limit. */
export interface Increase {
  readonly amount_usd: number;
  /** RFC 3339. */
  readonly expires_at: string;
}

/** What a budget says of its limit and of what is used of it; US dollars. */
export interface BudgetStanding {
  /** With what is added for a while; undefined: none is set. */
  readonly limit: number | undefined;
  /** What is added now; undefined: nothing is. */
  readonly increase: Increase | undefined;
  /** From here on it warns. */
  readonly soft: number | undefined;
  /** From here on its action is taken. */
  readonly hard: number | undefined;
  /** Undefined before anybody has added anything up. */
  readonly spent: number | undefined;
  /** For requests under way. */
  readonly reserved: number | undefined;
  readonly remaining: number | undefined;
}

const SOFT_SHARE = 0.8;
const HARD_SHARE = 1;

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

/** The increase that a budget has, whether it is in force or over. */
export function increaseOf(budget: ApiObject): Increase | undefined {
  const value = budget['temporary_increase'];
  return typeof value === 'object' && value !== null ? (value as Increase) : undefined;
}

/** How a budget stands at a moment. */
export function standingOf(budget: ApiObject, nowMs: number): BudgetStanding {
  const own = numberOf(budget['monthly_limit']) ?? numberOf(budget['limit_usd']);
  const known = increaseOf(budget);
  const increase = known && Date.parse(known.expires_at) > nowMs ? known : undefined;
  const added = increase?.amount_usd ?? 0;
  const limit = own === undefined ? undefined : own + added;
  const spent = numberOf(budget['current_spend']);
  const remaining = numberOf(budget['remaining']);
  const at = (field: string, share: number): number | undefined =>
    own === undefined ? undefined : own * (numberOf(budget[field]) ?? share) + added;
  return {
    ...{ limit, increase, spent, remaining },
    soft: at('soft_limit_percent', SOFT_SHARE),
    hard: at('hard_limit_percent', HARD_SHARE),
    reserved: reservedOf(limit, spent, remaining),
  };
}

/** Nobody tells it where more is used than there is. */
function reservedOf(
  limit: number | undefined,
  spent: number | undefined,
  remaining: number | undefined,
): number | undefined {
  if (limit === undefined || spent === undefined || remaining === undefined) return undefined;
  if (remaining === 0) return spent >= limit ? 0 : cents(limit - spent);
  return Math.max(cents(limit - spent - remaining), 0);
}

/** Differences of decimals, without the digits that doubles add. */
const cents = (value: number): number => Math.round(value * 1e6) / 1e6;

/** What will be spent when the period ends, where it goes on as until now; undefined where too little of it is over to say. */
export function atThisPace(
  spent: number | undefined,
  period: { readonly startMs: number; readonly endMs: number },
  nowMs: number,
): number | undefined {
  const share = (nowMs - period.startMs) / (period.endMs - period.startMs);
  if (spent === undefined || share < LEAST_SHARE || share > 1) return undefined;
  return spent / share;
}

const LEAST_SHARE = 0.05;
