import { momentQuery } from '@aicp/api-kit/route/moment-query';
import { invalid } from '@aicp/api-kit/route/field-errors';
import { PAGE_HEADERS, pageAnswer, pageQuery, totalOf } from '@aicp/api-kit/route/page';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import { READ, slaReachOf, WRITE } from '../reach/sla-reach.ts';
import type { ViolationFilter, ViolationStore } from './violation-store.ts';
import { VIOLATION_STATES, type Violation } from './violation-table.ts';
import { toViolationAnswer, violationSchema } from './violation-view.ts';

const PATH = '/api/v1/sla/violations';
const TAG = 'SLAs';

const name = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[^\0]*$/, { error: 'must not contain NUL' });

const activeQuery = pageQuery.extend({
  sla_id: name.optional().meta({ description: 'Only those of this SLA.' }),
  model: name.optional().meta({ description: 'Only those at this model.' }),
  severity: violationSchema.shape.severity
    .optional()
    .meta({ description: 'Only those that are so severe.' }),
  since: momentQuery('Only those that began then or later; RFC 3339, or a date (UTC).'),
  until: momentQuery('Only those that began before then.'),
});
const listQuery = activeQuery.extend({
  status: z.enum(VIOLATION_STATES).optional().meta({ description: 'Only those in this state.' }),
});

const ONE = { description: 'It, as it is now.', schema: violationSchema };
const PAGE = {
  description: 'A page of them.',
  schema: z.array(violationSchema),
  headers: PAGE_HEADERS,
};

/** `/api/v1/sla/violations`: targets that were missed. */
export const violationRoutes = (violations: ViolationStore): Route[] => [
  defineRoute({
    method: 'get',
    path: PATH,
    operationId: 'listSlaViolations',
    tag: TAG,
    summary: 'List violations of SLAs, newest first',
    permission: READ,
    query: listQuery,
    answers: { 200: PAGE },
    handler: (context) => list(violations, context, { status: context.query.status }),
  }),
  defineRoute({
    method: 'get',
    path: `${PATH}/active`,
    operationId: 'listActiveSlaViolations',
    tag: TAG,
    summary: 'List violations of SLAs that go on, newest first',
    permission: READ,
    query: activeQuery,
    answers: { 200: PAGE },
    handler: (context) => list(violations, context, { isActive: true }),
  }),
  defineRoute({
    method: 'post',
    path: `${PATH}/{id}/acknowledge`,
    operationId: 'acknowledgeSlaViolation',
    tag: TAG,
    summary: 'Say that somebody has seen a violation',
    description: 'It goes on, as `acknowledged`. What is resolved is 409.',
    permission: WRITE,
    answers: { 200: ONE },
    errors: [409],
    handler: async (context) => {
      const reach = slaReachOf(context.principal, WRITE);
      return answer(await violations.acknowledge(reach, idIn(context), context));
    },
  }),
  defineRoute({
    method: 'post',
    path: `${PATH}/{id}/resolve`,
    operationId: 'resolveSlaViolation',
    tag: TAG,
    summary: 'Say that a violation is over',
    description:
      'The same target opens a new one only when it was met in between. What is resolved is 409.',
    permission: WRITE,
    answers: { 200: ONE },
    errors: [409],
    handler: async (context) => {
      const reach = slaReachOf(context.principal, WRITE);
      return answer(await violations.resolve(reach, idIn(context), context));
    },
  }),
];

const answer = (row: Violation) => ({ status: 200, body: toViolationAnswer(row) });

async function list(
  violations: ViolationStore,
  context: RouteContext<unknown, z.output<typeof activeQuery>>,
  wanted: ViolationFilter,
) {
  const { principal, query, request } = context;
  const { limit, cursor, sla_id: slaId, since, until, model, severity } = query;
  const reach = slaReachOf(principal, READ);
  const filter = {
    ...wanted,
    ...{ slaId, model, severity, sinceMs: since?.getTime(), untilMs: until?.getTime() },
  };
  const page = { limit: limit + 1, before: idOfCursor(cursor) };
  const rows = await violations.page(reach, filter, page);
  const total = await totalOf(context, () => violations.count(reach, filter));
  const cursorOf = ({ id }: Violation) => Buffer.from(id).toString('base64url');
  return pageAnswer(rows, { limit, total, request, cursorOf, show: toViolationAnswer });
}

function idOfCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, 'base64url').toString();
  if (z.uuid().safeParse(id).success) return id;
  throw invalid([{ path: 'cursor', message: 'must be the cursor of the page before' }]);
}
