import { withoutSecrets } from '@aicp/api-kit/audit/without-secrets';
import { PAGE_HEADERS, pageAnswer, searchedQuery } from '@aicp/api-kit/route/page';
import { defineRoute, type Route } from '@aicp/api-kit/route/route';
import type { WorkflowDefinition } from '@aicp/contracts/workflows/workflow-definition';
import { z } from 'zod';
import type { Caller } from '../access/caller.ts';
import type { Callers } from '../access/callers.ts';
import type { WorkflowSnapshot } from '../snapshot/workflow-snapshot.ts';
import { templatePage } from './template-page.ts';

const template = z
  .object({
    id: z.string().meta({ description: 'The same as `type`.' }),
    type: z.string().meta({ description: 'What executions name it by.' }),
    name: z.string(),
    description: z.string().nullable(),
    organization_id: z.string().nullable().meta({ description: 'Null: the platform’s.' }),
    input_schema: z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema.' }),
    steps: z.array(z.record(z.string(), z.unknown())).meta({
      description:
        'To whoever may not write the template, values of headers and secrets of addresses are `[masked]`.',
    }),
    max_cost_usd: z.string().nullable(),
    timeout_seconds: z.int(),
  })
  .meta({ id: 'WorkflowTemplate' });

const query = searchedQuery('By type', 'name');

/** `GET /api/v1/templates`. */
export const templateRoutes = ({
  callers,
  snapshot,
}: {
  readonly callers: Callers;
  readonly snapshot: Pick<WorkflowSnapshot, 'current'>;
}): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/v1/templates',
    operationId: 'listTemplates',
    summary: 'Templates that the caller may run',
    tag: 'Templates',
    permission: 'public',
    beforeBody: callers.admit,
    query,
    answers: {
      200: { description: 'A page.', schema: z.array(template), headers: PAGE_HEADERS },
    },
    errors: [401, 403, 429, 503],
    handler: ({ request, query: asked }) => {
      const caller = callers.of(request);
      const { rows, ...page } = templatePage(
        snapshot.current.templates.of(caller.organization),
        asked,
      );
      const show = (one: WorkflowDefinition) => toView(one, caller);
      return Promise.resolve(pageAnswer(rows, { ...page, request, limit: asked.limit, show }));
    },
  }),
];

const toView = (one: WorkflowDefinition, caller: Caller): z.input<typeof template> => ({
  id: one.type,
  type: one.type,
  name: one.name,
  description: one.description ?? null,
  organization_id: one.organization ?? null,
  input_schema: one.input_schema ?? { type: 'object' },
  steps: mayWrite(one, caller) ? one.steps : one.steps.map(withoutSecrets),
  max_cost_usd: one.max_cost_usd ?? null,
  timeout_seconds: one.timeout_seconds,
});

/** As the admin API has it: the platform's administrators, and those of the organization whose template it is. */
function mayWrite({ organization }: WorkflowDefinition, caller: Caller): boolean {
  if (caller.isAnonymous) return false;
  if (caller.role === 'platform_admin') return true;
  const isOwn = organization !== undefined && organization === caller.organization;
  return isOwn && caller.role === 'org_admin';
}
