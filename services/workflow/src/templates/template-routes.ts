import { defineRoute, type Route } from '@aicp/api-kit/route/route';
import type { WorkflowDefinition } from '@aicp/contracts/workflows/workflow-definition';
import { z } from 'zod';
import type { Callers } from '../access/callers.ts';
import type { WorkflowSnapshot } from '../snapshot/workflow-snapshot.ts';

const template = z
  .object({
    id: z.string().meta({ description: 'The same as `type`.' }),
    type: z.string().meta({ description: 'What executions name it by.' }),
    name: z.string(),
    description: z.string().nullable(),
    organization_id: z.string().nullable().meta({ description: 'Null: the platform’s.' }),
    input_schema: z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema.' }),
    steps: z.array(z.record(z.string(), z.unknown())),
    max_cost_usd: z.string().nullable(),
    timeout_seconds: z.int(),
  })
  .meta({ id: 'WorkflowTemplate' });

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
    answers: { 200: { description: 'All of them.', schema: z.array(template) } },
    errors: [401, 429, 503],
    handler: ({ request }) => {
      const { organization } = callers.of(request);
      const body = snapshot.current.templates.of(organization).map(toView);
      return Promise.resolve({ status: 200, body });
    },
  }),
];

const toView = (one: WorkflowDefinition): z.input<typeof template> => ({
  id: one.type,
  type: one.type,
  name: one.name,
  description: one.description ?? null,
  organization_id: one.organization ?? null,
  input_schema: one.input_schema ?? { type: 'object' },
  steps: one.steps,
  max_cost_usd: one.max_cost_usd ?? null,
  timeout_seconds: one.timeout_seconds,
});
