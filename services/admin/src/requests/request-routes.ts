import { PAGE_HEADERS, pageAnswer } from '@aicp/api-kit/route/page';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import type { Clock } from '@aicp/common/time/clock';
import type { RequestReader } from '@aicp/ledger/requests/request-reader';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import { cursorOf, placeOfCursor } from '../decisions/decision-cursor.ts';
import { decisionReachOf } from '../decisions/decision-reach.ts';
import { idIn } from '../resources/collections/collection-routes.ts';
import type { ObjectStore } from '../resources/store.ts';
import { requireLedger } from '../spend/ledger/require-ledger.ts';
import { requestDetail, requestEntry } from './request-entry.ts';
import { filterOf, requestQuery, type RequestQuery } from './request-filter.ts';
import { requestDetailSchema, requestSchema } from './request-schema.ts';

export interface RequestNeeds {
  readonly store: Pick<ObjectStore, 'find'>;
  readonly clock: Clock;
  /** Absent in an installation without a budget service. */
  readonly ledger: Pick<RequestReader, 'requests' | 'attemptsOf'> | undefined;
}

const PATH = '/api/v1/requests';
const COMMON = { method: 'get', tag: 'Requests', permission: 'decisions:read' } as const;

/** `/api/v1/requests`: what was asked of gateways, what became of it and what it cost. */
export const requestRoutes = (needs: RequestNeeds): Route[] => [
  defineRoute({
    ...COMMON,
    path: PATH,
    operationId: 'listRequests',
    summary: 'Requests with what became of them and what they cost, newest first',
    description:
      'Decisions joined with usage; never what was said in a request. An organization reads its own, a team_admin the teams’, a member the own. By `tag` and `ab_test`, only requests that were sent to a provider are found; by `guardrail`, `verdict` and `prompt`, only those that have a usage record.',
    query: requestQuery,
    answers: {
      200: {
        description: 'A page of them.',
        schema: z.array(requestSchema),
        headers: { Link: PAGE_HEADERS.Link },
      },
    },
    handler: (context) => list(context, needs),
  }),
  defineRoute({
    ...COMMON,
    path: `${PATH}/{id}`,
    operationId: 'getRequest',
    summary: 'Get a request, by our id or by that of its client',
    description:
      'With each step of its decision, and whom it was sent to. Of several requests with one id, the newest.',
    answers: { 200: { description: 'It.', schema: requestDetailSchema } },
    handler: async (context) => {
      const ledger = requireLedger(needs.ledger);
      const id = idIn(context);
      const found = await oneOf(context, needs, id);
      if (!found)
        throw new Problem(404, 'There is no request by that id, or it is not kept any more.');
      return { status: 200, body: requestDetail(found, await ledger.attemptsOf(found)) };
    },
  }),
];

async function list(
  { principal, query, request }: RouteContext<unknown, RequestQuery>,
  needs: RequestNeeds,
) {
  const { limit, cursor } = query;
  const before = placeOfCursor(cursor);
  const ledger = requireLedger(needs.ledger);
  const reach = decisionReachOf(principal, needs.store);
  const filter = reach && filterOf(query, reach, needs.clock.now());
  const rows = filter ? await ledger.requests(filter, { limit: limit + 1, before }) : [];
  return pageAnswer(rows.map(requestEntry), { limit, request, cursorOf });
}

/** So many with one id are looked at. */
const MOST_OF_ONE_ID = 10;

async function oneOf(
  { principal }: RouteContext,
  { store, ledger, clock }: RequestNeeds,
  id: string,
) {
  const reach = decisionReachOf(principal, store);
  if (!reach || !ledger) return undefined;
  const query = requestQuery.safeParse({ q: id }).data;
  if (!query) return undefined;
  const filter = { ...filterOf(query, reach, clock.now()), isWholeId: true };
  const found = await ledger.requests(filter, { limit: MOST_OF_ONE_ID });
  return found.find((one) => one.id === id.toLowerCase()) ?? found[0];
}
