import { keyIn } from '@aicp/api-kit/route/idempotency-key';
import { LOCATION, locationOf } from '@aicp/api-kit/route/location';
import { PAGE_HEADERS, pageAnswer, searchedQuery, totalOf } from '@aicp/api-kit/route/page';
import { defineRoute, type Answer, type Route, type RouteContext } from '@aicp/api-kit/route/route';
import { DECISION_HEADER } from '@aicp/contracts/workflows/decision-record';
import { z } from 'zod';
import { EXECUTION_STATUSES } from '@aicp/contracts/workflows/execution-status';
import { ExecutionOrder } from '../store/execution-order.ts';
import { ERRORS, executionOf, openRoute, PATH, type ExecutionParts } from './execution-parts.ts';
import { executionDetail, executionEntry, toDetail, toEntry } from './execution-view.ts';

const MIB = 1_048_576;

const body = z.strictObject({
  template: z.string().min(1).max(64).meta({ description: 'Type of the template.' }),
  input: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({ description: 'By the `input_schema` of the template.' }),
  max_cost_usd: z
    .union([
      z.number().min(0).max(1_000_000),
      z.string().regex(/^\d{1,7}(\.\d{1,12})?$/, 'must be a decimal number, such as 0.5'),
    ])
    .optional()
    .meta({
      description: 'No step begins once this is spent; the lower of this and the template’s.',
    }),
});

const query = searchedQuery('Newest first', '-total_cost').extend({
  status: z.enum(EXECUTION_STATUSES).optional().meta({ description: 'Only those.' }),
  template: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[^\0]*$/, 'must not contain NUL')
    .optional()
    .meta({ description: 'Only those of it.' }),
});

/** Starting, listing and reading executions. */
export const executionRoutes = (parts: ExecutionParts): Route[] => [
  startRoute(parts),
  listRoute(parts),
  getRoute(parts),
];

const startRoute = (parts: ExecutionParts): Route =>
  defineRoute({
    ...openRoute(parts),
    method: 'post',
    path: PATH,
    operationId: 'startExecution',
    summary: 'Execute a template',
    description:
      'As the key that is shown: its rights, limits and budgets count at each step. With an `Idempotency-Key`, the same request starts one execution, however often it is sent.',
    body,
    bodyBytes: MIB,
    bodyExample: { template: 'research', input: { query: 'What is a control plane?' } },
    answers: { 201: { description: 'It was started.', schema: executionEntry, headers: LOCATION } },
    errors: [...ERRORS, 404, 422],
    dryRun: false,
    handler: async (context) => {
      const { request, body: wanted } = context;
      const { template, input, max_cost_usd: most } = wanted;
      const caller = parts.callers.of(request);
      const execution = await parts.starts.start(caller, {
        ...{ template, input, idempotencyKey: keyIn(request), sent: context },
        maxCostUsd: typeof most === 'number' ? most.toFixed(9) : most,
      });
      // It is noted under its own id, which a request that is sent again is answered too.
      const noted = caller.isAnonymous ? {} : { [DECISION_HEADER]: execution.id };
      const headers = { ...locationOf(request, execution.id), ...noted };
      return { status: 201, body: toEntry(execution), headers };
    },
  });

const listRoute = (parts: ExecutionParts): Route =>
  defineRoute({
    ...openRoute(parts),
    method: 'get',
    path: PATH,
    operationId: 'listExecutions',
    summary: 'Executions, newest first',
    description:
      'Without a key, those that were started without one. `q` searches the template, the id, and the name of who started it.',
    query,
    answers: {
      200: {
        description: 'A page.',
        schema: z.array(executionEntry),
        headers: PAGE_HEADERS,
      },
    },
    errors: ERRORS,
    handler: (context) => list(parts, context),
  });

const getRoute = (parts: ExecutionParts): Route =>
  defineRoute({
    ...openRoute(parts),
    method: 'get',
    path: `${PATH}/{id}`,
    operationId: 'getExecution',
    summary: 'An execution: its steps, what they cost, and what came of it',
    answers: { 200: { description: 'It.', schema: executionDetail } },
    errors: [...ERRORS, 404],
    handler: async (context) => {
      const { caller, execution } = await executionOf(context, parts);
      const steps = await parts.executions.steps(execution.id);
      const reader = { caller, known: parts.snapshot.current };
      return { status: 200, body: toDetail(execution, steps, reader) };
    },
  });

async function list(
  { callers, lists }: ExecutionParts,
  context: RouteContext<unknown, z.output<typeof query>>,
): Promise<Answer> {
  const { limit, cursor, sort, ...filter } = context.query;
  const caller = callers.of(context.request);
  const order = new ExecutionOrder(sort);
  const after = cursor === undefined ? undefined : order.markOf(cursor);
  const rows = await lists.page(caller, filter, { order, after, limit: limit + 1 });
  return pageAnswer(rows, {
    ...{ limit, request: context.request, show: toEntry },
    total: await totalOf(context, () => lists.count(caller, filter)),
    cursorOf: (last) => order.cursorOf(last),
  });
}
