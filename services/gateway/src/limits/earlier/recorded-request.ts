import { MINUTE_MS, spanOf, type Span } from '@aicp/common/counters/window';
import { NO_COST } from '@aicp/contracts/budgets/money-demands';
import type { Window } from '@aicp/contracts/limits/demands';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import { isSpendOf } from '@aicp/contracts/spend/payer';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { Runtime } from '../../routing/runtime.ts';
import type { LimitedRequest, SpendRequest } from '../limiter.ts';

/** A key that another organization had by a name was another one. */
export const holderOf = ({ organization, key }: Principal | UsageRecord): string =>
  `${organization ?? ''}/${key ?? ''}`;

/** The principals of now, by `holderOf`. */
export const principalsOf = ({ keys }: Pick<Runtime, 'keys'>): ReadonlyMap<string, Principal> =>
  new Map([...keys.values()].map(({ principal }) => [holderOf(principal), principal]));

/** A request that was recorded, as limits and budgets go by it now. */
export function requestOf(
  record: UsageRecord,
  {
    principal,
    runtime,
    tokens,
  }: { readonly principal: Principal; readonly runtime: Runtime; readonly tokens: number },
): LimitedRequest {
  const { organization } = principal;
  const named = runtime.catalog.named(record.model_served ?? '', { organization });
  return {
    rateLimits: runtime.rateLimits,
    ...{ principal, tokens },
    user: record.user ?? undefined,
    model: named?.kind === 'model' ? named : undefined,
    at: Date.parse(record.at),
    spend: spendOf(record, runtime),
  };
}

/** What a request cost, as budgets count it. */
function spendOf(
  { tags, cost_nano_usd: nanoUsd, payer }: UsageRecord,
  { budgets }: Runtime,
): SpendRequest {
  const cost = { likely: nanoUsd ?? 0, sure: nanoUsd ?? 0 };
  return {
    budgets,
    tags,
    isDowngraded: false,
    costOf: ({ subject }) => (isSpendOf(subject, payer) ? cost : NO_COST),
  };
}

/** Whether what came at a moment counts in the window of now. */
export function isOfNow(
  window: Window,
  { at, now }: { readonly at: number; readonly now: number },
): boolean {
  switch (window.kind) {
    case 'minute':
      return Math.floor(at / MINUTE_MS) === Math.floor(now / MINUTE_MS);
    case 'day':
    case 'period':
      return isWithin(spanOf(window, now), at);
    default:
      return false;
  }
}

const isWithin = ({ startsMs, endsMs }: Span, ms: number): boolean => ms >= startsMs && ms < endsMs;
