import { defineRoute, type Route } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import { shownUsd } from '@aicp/contracts/budgets/nano-usd';
import { nanoUsdOf, usdNumber } from '@aicp/contracts/budgets/usd-text';
import { z } from 'zod';
import type { RouteParts } from '../access/route-parts.ts';
import type { SpendFigures } from '@aicp/ledger/query/spend-figures';
import {
  passedBy,
  refusing,
  standingsOf,
  standingText,
  tightestTold,
  type Standing,
} from './standing.ts';

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
      const { budgets } = snapshot.current;
      const of = { caller, model: undefined, tags: {}, nowMs: clock.now() };
      const standings = await standingsOf(budgets, of, figures);
      if (!standings) throw notKnown();
      const cost = nanoUsdOf(body.estimated_cost.toFixed(9));
      return { status: 200, body: toCheck(standings, cost, budgets.isEnforced) };
    },
  });

function toCheck(
  standings: readonly Standing[],
  cost: bigint,
  isEnforced: boolean,
): z.input<typeof checked> {
  const refused = isEnforced ? refusing(standings, cost) : undefined;
  const deciding = refused ?? passedBy(standings, cost) ?? tightestTold(standings);
  const told = deciding?.isTold === true ? deciding : undefined;
  return {
    allowed: !refused,
    budget_limit: told ? usdNumber(told.limit) : null,
    current_spend: told ? usdNumber(told.spent) : null,
    remaining: told ? usdNumber(told.left) : null,
    message: messageOf(deciding, cost, refused !== undefined),
  };
}

function messageOf(deciding: Standing | undefined, cost: bigint, isRefused: boolean): string {
  if (!deciding) return 'No budget of this key, or of whom it belongs to, is in the way.';
  const which = standingText(deciding);
  if (isRefused) return `${shownUsd(cost)} USD would pass ${which}.`;
  if (passedBy([deciding], cost)) {
    return `${shownUsd(cost)} USD would pass ${which}; such requests are let through.`;
  }
  return `There is room in ${which}.`;
}

const notKnown = (): Problem =>
  new Problem(
    503,
    'What was spent is not known, since no ledger answers: try again in a moment, and look at /health, which says whether there is one.',
    {
      headers: { 'Retry-After': '2' },
    },
  );
