import { countersAsked, leastLeft } from '@aicp/contracts/budgets/least-left';
import type { MoneyLeft } from '@aicp/contracts/routing/request/money-left';
import { costTags } from '@aicp/contracts/usage/cost-tags';
import type { MoneyQuestion } from '../../limits/known-money.ts';
import type { Resolved } from '../exchange/phases.ts';

/** What policies want to know of the budgets of a request; undefined where none asks, or nothing is counted. */
export function moneyAsked(phase: Resolved): MoneyQuestion | undefined {
  const { exchange, principal, resolution, input, headerMetadata } = phase;
  const { budgets, policies, settings } = exchange.runtime;
  if (!settings.routingPolicies || !settings.costTracking) return undefined;
  if (!policies.asksForMoney(principal.organization)) return undefined;
  const tags = costTags(input.metadata, headerMetadata);
  const counters = countersAsked(budgets, { spender: principal, tags, resolution });
  return { budgets, counters, at: exchange.at };
}

/** What those budgets leave, as far as that is known at once. */
export function moneyLeft({ exchange, principal }: Resolved, asked: MoneyQuestion): MoneyLeft {
  const { organization } = principal;
  const { money } = exchange.gateway;
  return leastLeft(asked.counters, {
    at: asked.at,
    organization,
    leftOf: (counter, limit) => money.leftOf(asked, counter, limit),
  });
}
