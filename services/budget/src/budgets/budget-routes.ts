import { PAGE_HEADERS, pageAnswer, pageQuery } from '@aicp/api-kit/route/page';
import { defineRoute, type Answer, type Route, type RouteContext } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import type { Clock } from '@aicp/common/time/clock';
import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { z } from 'zod';
import { ownerOf } from '../access/owner-of.ts';
import type { Access } from '../access/access.ts';
import { sees } from '../access/reader.ts';
import type { MoneyLimit } from '../snapshot/money-limit.ts';
import type { AllStandings, Standings } from '../spend/standings.ts';
import { notYet } from '../usage/spend-route.ts';
import { historyOf } from './budget-history.ts';
import { budgetDetail, budgetView, toBudgetView } from './budget-view.ts';

export interface BudgetRoutesOptions {
  readonly standings: Pick<Standings, 'now'>;
  readonly ledger: Pick<LedgerReader, 'spentByAll'>;
  readonly access: Pick<Access, 'readerOf'>;
  readonly clock: Clock;
}

/** `GET /budgets` and `/budgets/{id}`. */
export function budgetRoutes(options: BudgetRoutesOptions): Route[] {
  const common = { method: 'get', tag: 'Budgets', permission: 'public' } as const;
  return [
    defineRoute({
      ...common,
      path: '/budgets',
      operationId: 'listBudgetStandings',
      summary: 'How budgets stand, in their window of now',
      description:
        'Budgets, and what keys, teams, business units and organizations may spend (`max_budget`).',
      query: pageQuery,
      answers: {
        200: { description: 'A page.', schema: z.array(budgetView), headers: PAGE_HEADERS },
      },
      errors: [401, 429],
      handler: (context) => list(context, options),
    }),
    defineRoute({
      ...common,
      path: '/budgets/{id}',
      operationId: 'getBudgetStanding',
      summary: 'How a budget stands, and what was spent on each of the last days',
      answers: { 200: { description: 'It.', schema: budgetDetail } },
      errors: [401, 404, 429],
      handler: (context) => get(context, options),
    }),
  ];
}

type ListContext = RouteContext<unknown, z.output<typeof pageQuery>>;

async function list(context: ListContext, options: BudgetRoutesOptions): Promise<Answer> {
  const { query, request } = context;
  const reader = await options.access.readerOf(context);
  const now = nowOf(options);
  const seen = [...now.byId.values()].filter((standing) =>
    sees(reader, ownerOf(standing.limit, undefined, now.known)),
  );
  const { limit, cursor = '' } = query;
  const rows = seen.filter(({ limit: { id } }) => id > cursor).slice(0, limit + 1);
  return pageAnswer(rows, {
    ...{ limit, request },
    total: seen.length,
    cursorOf: (standing) => standing.limit.id,
    show: toBudgetView,
  });
}

async function get(
  context: RouteContext<Record<string, string>>,
  options: BudgetRoutesOptions,
): Promise<Answer> {
  const reader = await options.access.readerOf(context);
  const now = nowOf(options);
  const { id = '' } = context.params;
  const standing = now.byId.get(id);
  if (!standing || !sees(reader, ownerOf(standing.limit, undefined, now.known))) {
    throw new Problem(404, `There is no budget ${id}. GET /budgets lists those that there are.`);
  }
  const { ledger, clock } = options;
  const { models, periods } = now.known;
  const subject = standing.subject ?? subjectOf(standing.limit);
  const history = await historyOf(subject, {
    ledger,
    heirs: models.heirs,
    periods,
    nowMs: clock.now(),
  });
  return { status: 200, body: { ...toBudgetView(standing), history } };
}

function nowOf({ standings }: BudgetRoutesOptions): AllStandings {
  const { now } = standings;
  if (!now) throw notYet();
  return now;
}

/** Of a limit that nobody has spent anything of. */
const subjectOf = ({ scope, organization, value }: MoneyLimit) => ({
  scope,
  organization,
  value,
});
