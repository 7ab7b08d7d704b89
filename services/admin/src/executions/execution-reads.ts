import type { IncomingMessage } from 'node:http';
import { nextLink } from '@aicp/api-kit/route/next-link';
import { PAGE_HEADERS, searchedQuery } from '@aicp/api-kit/route/page';
import type { Answer, Route, RouteContext } from '@aicp/api-kit/route/route';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import { idIn } from '../resources/collections/collection-routes.ts';
import { askEngine, MOST_MS, type EngineNeeds } from './ask-engine.ts';
import { ENGINE_ERRORS, PATH, pathOf, TAG } from './execution-paths.ts';
import { EXECUTION_STATUSES } from '@aicp/contracts/workflows/execution-status';
import { executionDetail, executionEntry } from './execution-schema.ts';

const query = searchedQuery('Newest first', '-total_cost').extend({
  status: z.enum(EXECUTION_STATUSES).optional().meta({ description: 'Only those.' }),
  template: z.string().min(1).max(253).optional().meta({ description: 'Only those of it.' }),
});
type ExecutionQuery = z.output<typeof query>;

const COMMON = { method: 'get', tag: TAG, permission: 'executions:read' } as const;

/** `/api/v1/workflows/executions`: what was executed, and how one stands. */
export const executionReads = (needs: EngineNeeds): Route[] => [
  defineRoute({
    ...COMMON,
    path: PATH,
    operationId: 'listExecutions',
    summary: 'Executions of workflows, newest first',
    description:
      'Asked of the workflow engine. An organization reads its own, a team_admin the teams’, a member the own. `q` searches the template, the id, and the name of who started it.',
    query,
    errors: ENGINE_ERRORS,
    answers: {
      200: {
        description: 'A page of them.',
        schema: z.array(executionEntry),
        headers: PAGE_HEADERS,
      },
    },
    handler: (context) => list(context, needs),
  }),
  defineRoute({
    ...COMMON,
    path: `${PATH}/{id}`,
    operationId: 'getExecution',
    summary: 'Get an execution: its steps, what they cost, and what came of it',
    errors: [404, ...ENGINE_ERRORS],
    answers: { 200: { description: 'It.', schema: executionDetail } },
    handler: async (context) => {
      const signal = AbortSignal.timeout(MOST_MS);
      const path = pathOf(idIn(context));
      const { body } = await askEngine(context, needs, { method: 'GET', path, signal });
      return { status: 200, body };
    },
  }),
];

async function list(
  context: RouteContext<unknown, ExecutionQuery>,
  needs: EngineNeeds,
): Promise<Answer> {
  const asked = Object.entries(context.query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const path = `${pathOf()}?${new URLSearchParams(asked).toString()}`;
  const signal = AbortSignal.timeout(MOST_MS);
  const { body, headers } = await askEngine(context, needs, { method: 'GET', path, signal });
  const next = cursorIn(headers);
  const total = headers['x-total-count'];
  return {
    status: 200,
    body,
    headers: {
      ...(typeof total === 'string' ? { 'X-Total-Count': total } : {}),
      ...(next === undefined ? {} : { Link: nextLink(context.request, next) }),
    },
  };
}

/** Where the engine says that the next page begins. */
function cursorIn({ link }: IncomingMessage['headers']): string | undefined {
  const said = Array.isArray(link) ? link.join(', ') : link;
  const target = /<([^>]*)>;\s*rel="next"/.exec(said ?? '')?.[1];
  if (target === undefined) return undefined;
  return new URL(target, 'http://engine').searchParams.get('cursor') ?? undefined;
}
