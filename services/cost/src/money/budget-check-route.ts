import { defineRoute, type Route } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import { nanoUsdOf, usdText } from '@aicp/contracts/budgets/nano-usd';
import { z } from 'zod';
import type { RouteParts } from '../route-parts.ts';
import { leftOf } from '../predict/warning.ts';
import type { SpendFigures } from './spend-figures.ts';
import { nearedBy, passedBy, refusing, standingsOf, type Standing } from './standing.ts';
import { toUsd } from './usd.ts';

const checkBody = z.strictObject({
  api_key: z.string().min(1).max(1_024),
  estimated_cost: z
    .number()
    .min(0)
    .max(1_000_000_000)
    .meta({ description: 'USD, of which nine decimals count.' }),
});

const usd = z.number().nullable();
const checked = z
  .object({
    allowed: z.boolean(),
    budget_limit: usd.meta({
      description: 'Of the limit that decides; null where none limits the key.',
    }),
    current_spend: usd,
    remaining: usd,
    message: z.string(),
  })
  .meta({ id: 'BudgetCheck' });

/** `POST /budget/check`: whether budgets would let a cost pass. Nothing is reserved. */
export const budgetCheckRoute = (
  parts: RouteParts & { readonly figures: Pick<SpendFigures, 'of'> },
): Route =>
  defineRoute({
    permission: 'public',
    errors: [401, 429, 503],
    method: 'post',
    path: '/budget/check',
    operationId: 'checkBudget',
    summary: 'Whether the budgets of a key have room for a cost',
    description:
      'All budgets that limit the key are asked, but those of models and tags, which depend on the request. The tightest one is told, or the one that would refuse.',
    tag: 'Budgets',
    body: checkBody,
    dryRun: false,
    answers: { 200: { description: 'The answer; nothing is reserved.', schema: checked } },
    handler: async ({ body, ip }) => {
      const { callers, snapshot, clock, figures } = parts;
      const caller = await callers.ofSecret(body.api_key, ip ?? '');
      const known = snapshot.current;
      const of = { caller, model: undefined, tags: [], nowMs: clock.now() };
      const standings = await standingsOf(known, of, figures);
      if (!standings) throw notKnown();
      const cost = nanoUsdOf(body.estimated_cost.toFixed(9));
      return { status: 200, body: toCheck(standings, cost, known.isEnforced) };
    },
  });

function toCheck(
  standings: readonly Standing[],
  cost: bigint,
  isEnforced: boolean,
): z.input<typeof checked> {
  const [tightest] = standings;
  if (!tightest) {
    const message = 'No budget limits this key.';
    return { allowed: true, budget_limit: null, current_spend: null, remaining: null, message };
  }
  const refused = isEnforced ? refusing(standings, cost) : undefined;
  const deciding = refused ?? passedBy(standings, cost) ?? nearedBy(standings, cost) ?? tightest;
  return {
    allowed: !refused,
    budget_limit: toUsd(deciding.limit),
    current_spend: toUsd(deciding.spent),
    remaining: toUsd(deciding.left),
    message: messageOf(deciding, cost, refused !== undefined),
  };
}

function messageOf(deciding: Standing, cost: bigint, isRefused: boolean): string {
  const { name, spent, limit } = deciding;
  const amounts = `${usdText(cost)} USD would pass ${name}: ${leftOf(deciding)}`;
  if (isRefused) return `${amounts}.`;
  if (spent + cost > limit) return `${amounts}; such requests are let through.`;
  return `There is room in ${name}: ${leftOf(deciding)}.`;
}

const notKnown = (): Problem =>
  new Problem(
    503,
    'What was spent is not known now, since the ledger does not answer: try again in a moment.',
    {
      headers: { 'Retry-After': '2' },
    },
  );
