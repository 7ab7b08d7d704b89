import { momentQuery } from '@aicp/api-kit/route/moment-query';
import { PAGE_HEADERS, pageAnswer, pageQuery, totalOf } from '@aicp/api-kit/route/page';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import { decisionRecord, type DecisionRecord } from '@aicp/contracts/decision/decision-record';
import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import { idIn } from '../resources/collections/collection-routes.ts';
import type { ObjectStore } from '../resources/store.ts';
import { requireLedger } from '../spend/ledger/require-ledger.ts';
import { cursorOf, placeOfCursor } from './decision-cursor.ts';
import { decisionReachOf } from './decision-reach.ts';

export interface DecisionNeeds {
  readonly store: Pick<ObjectStore, 'find'>;
  /** Absent in an installation without a budget service. */
  readonly ledger: Pick<LedgerReader, 'decisions' | 'decisionCount' | 'decision'> | undefined;
}

const PATH = '/api/v1/decisions';
const TAG = 'Decisions';
/** There are as many as there were requests: counting them all would take longer than reading a page. */
const MOST_COUNTED = 10_000;

/** What a request is routed again by is for that alone: among it is what the budgets of the platform leave. */
const answered = decisionRecord.omit({ replay: true }).meta({ id: 'Decision' });

const told = ({ replay: _, ...decision }: DecisionRecord) => decision;

const name = z.string().min(1).max(253).optional();

const listQuery = pageQuery.extend({
  model: name.meta({ description: 'Only of requests that asked for this model, or got it.' }),
  policy: name.meta({ description: 'Only those in which this policy had a say.' }),
  key: name.meta({ description: 'Only of requests with this API key.' }),
  result: z.enum(decisionRecord.shape.result.options).optional().meta({
    description: 'Only those that came out so.',
  }),
  team_id: name.meta({ description: 'Only of requests of this team.' }),
  user_id: name.meta({ description: 'Only of requests of this user.' }),
  since: momentQuery('Only those from then on; RFC 3339, or a date (UTC).'),
  until: momentQuery('Only those before then.'),
});
type ListQuery = z.output<typeof listQuery>;

/** `/api/v1/decisions`: how requests were routed, and why. */
export const decisionRoutes = (needs: DecisionNeeds): Route[] => [
  defineRoute({
    method: 'get',
    path: PATH,
    operationId: 'listDecisions',
    tag: TAG,
    summary: 'How requests were routed, and why, newest first',
    description:
      'An organization reads its own, a team_admin the teams’, a member the own. They are kept as many days as the settings say (`retention.decision_days`).',
    permission: 'decisions:read',
    query: listQuery,
    answers: {
      200: {
        description: 'A page of them.',
        schema: z.array(answered),
        headers: {
          ...PAGE_HEADERS,
          'X-Total-Count': `How many there are on all pages; absent where there are more than ${MOST_COUNTED}.`,
        },
      },
    },
    handler: (context) => list(context, needs),
  }),
  defineRoute({
    method: 'get',
    path: `${PATH}/{id}`,
    operationId: 'getDecision',
    tag: TAG,
    summary: 'Get a decision, by its id or by that of its request',
    description: 'Of several requests with one id, the newest.',
    permission: 'decisions:read',
    answers: { 200: { description: 'It.', schema: answered } },
    handler: async (context) => {
      const ledger = requireLedger(needs.ledger);
      const reach = decisionReachOf(context.principal, needs.store);
      const found = reach && (await ledger.decision(idIn(context), reach));
      if (found) return { status: 200, body: told(found) };
      throw new Problem(404, 'There is no decision, and no request with one, by that id.');
    },
  }),
];

async function list(context: RouteContext<unknown, ListQuery>, needs: DecisionNeeds) {
  const { principal, query, request } = context;
  const { limit, cursor, since, until, team_id: team, user_id: user, ...wanted } = query;
  const before = placeOfCursor(cursor);
  const ledger = requireLedger(needs.ledger);
  const reach = decisionReachOf(principal, needs.store);
  const times = { sinceMs: since?.getTime(), untilMs: until?.getTime() };
  const filter = reach && { ...wanted, ...times, reach, team, user };
  const rows = filter ? await ledger.decisions(filter, { limit: limit + 1, before }) : [];
  const counted = await totalOf(context, async () =>
    filter ? await ledger.decisionCount(filter, MOST_COUNTED) : 0,
  );
  const total = (counted ?? 0) > MOST_COUNTED ? undefined : counted;
  return pageAnswer(rows.map(told), { limit, total, request, cursorOf });
}
