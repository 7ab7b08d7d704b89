import { momentQuery } from '@aicp/api-kit/route/moment-query';
import { LOCATION, locationOf } from '@aicp/api-kit/route/location';
import { PAGE_HEADERS, pageAnswer, pageQuery } from '@aicp/api-kit/route/page';
import { z } from 'zod';
import type { Answer, Route, RouteContext } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import { invalid } from '@aicp/api-kit/route/field-errors';
import { idIn } from '../../resources/collections/collection-routes.ts';
import { REQUEST_STATES, type AccessRequest } from './access-requests-table.ts';
import type { AccessRequests } from './access-requests.ts';
import { requestBody } from './request-target.ts';
import { requestSchema, toRequestAnswer } from './request-view.ts';

const PATH = '/api/v1/model-access/requests';
const TAG = 'Access requests';

const only = (what: string) =>
  z
    .string()
    .max(253)
    .regex(/^[^\0]*$/, { error: 'must not contain NUL' })
    .optional()
    .meta({ description: `Only those whose ${what} is this.` });

const listQuery = pageQuery.extend({
  status: z.enum(REQUEST_STATES).optional().meta({ description: 'Only those in this state.' }),
  tier_id: only('tier'),
  team_id: only('team'),
  user_id: only('user'),
  key_id: only('key'),
  organization_id: only('organization'),
  since: momentQuery('Only those that were asked then or later; RFC 3339, or a date (UTC).'),
  until: momentQuery('Only those that were asked before then.'),
});

/** `/api/v1/model-access/requests`: asking for the models of a tier, and deciding on it. */
export const accessRequestRoutes = (requests: AccessRequests): Route[] => [
  listRoute(requests),
  defineRoute({
    method: 'post',
    path: PATH,
    operationId: 'createAccessRequest',
    tag: TAG,
    summary: 'Ask for the models of a tier',
    description:
      'For a team, a person or a key. Where none is named it is for yourself: the person of the key that you signed in with, or else that key. A tier that asks for no approval grants it at once.',
    permission: 'access_requests:write',
    body: requestBody,
    bodyExample: { tier_id: 'premium', justification: 'Evaluation', duration_days: 30 },
    answers: { 201: { description: 'The request.', schema: requestSchema, headers: LOCATION } },
    handler: async (context) => {
      const asked = await requests.ask(context, context.body);
      const { body } = answer(asked);
      const headers = context.dryRun ? {} : locationOf(context.request, asked.id);
      return { status: 201, body, headers };
    },
  }),
  defineRoute({
    method: 'get',
    path: `${PATH}/{id}`,
    operationId: 'getAccessRequest',
    tag: TAG,
    summary: 'Get a request for access',
    permission: 'access_requests:read',
    answers: { 200: { description: 'It.', schema: requestSchema } },
    handler: async (context) => answer(await requests.get(context.principal, idIn(context))),
  }),
  decisionRoute({
    verb: 'approve',
    summary: 'Grant what was asked for',
    description: 'Makes an AccessGrant. From pending to approved; from any other state it is 409.',
    decide: (context) => requests.approve(context, idIn(context)),
  }),
  decisionRoute({
    verb: 'deny',
    summary: 'Refuse what was asked for',
    description: 'From pending to denied; from any other state it is 409.',
    decide: (context) => requests.deny(context, idIn(context)),
  }),
  decisionRoute({
    verb: 'revoke',
    summary: 'Take granted access back',
    description:
      'Removes the AccessGrant. From approved to revoked; from any other state it is 409.',
    decide: (context) => requests.revoke(context, idIn(context)),
  }),
];

const answer = (row: AccessRequest): Answer => ({
  status: 200,
  body: toRequestAnswer(row),
});

const decisionRoute = (options: {
  verb: 'approve' | 'deny' | 'revoke';
  summary: string;
  description: string;
  decide: (context: RouteContext) => Promise<AccessRequest>;
}): Route => {
  const { verb, summary, description, decide } = options;
  return defineRoute({
    method: 'post',
    path: `${PATH}/{id}/${verb}`,
    operationId: `${verb}AccessRequest`,
    summary,
    description,
    tag: TAG,
    permission: 'access_requests:approve',
    answers: { 200: { description: 'It, as it is now.', schema: requestSchema } },
    errors: [409],
    handler: async (context) => answer(await decide(context)),
  });
};

const listRoute = (requests: AccessRequests): Route =>
  defineRoute({
    method: 'get',
    path: PATH,
    operationId: 'listAccessRequests',
    tag: TAG,
    summary: 'List requests for access, newest first',
    permission: 'access_requests:read',
    query: listQuery,
    answers: {
      200: {
        description: 'A page of them.',
        schema: z.array(requestSchema),
        headers: PAGE_HEADERS,
      },
    },
    handler: async ({ principal, query, request }) => {
      const { limit, cursor, ...filter } = query;
      const page = { limit: limit + 1, before: idOfCursor(cursor) };
      const { rows, total } = await requests.list(principal, filter, page);
      const cursorOf = ({ id }: AccessRequest) => Buffer.from(id).toString('base64url');
      return pageAnswer(rows, { limit, total, request, cursorOf, show: toRequestAnswer });
    },
  });

function idOfCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, 'base64url').toString();
  if (z.uuid().safeParse(id).success) return id;
  throw invalid([{ path: 'cursor', message: 'must be the cursor of the page before' }]);
}
