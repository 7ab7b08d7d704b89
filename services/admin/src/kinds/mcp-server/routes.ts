import type { Route } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import type { KnownTool, LeftOutTool } from '@aicp/common/mcp/known-tools';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { permissionTo } from '../../access/permissions.ts';
import type { Spec } from '../../resources/collection.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import { objectAnswer, objectDeclaration } from '../../resources/collections/object-answers.ts';
import { askServer, type ServerAsking } from './ask-server.ts';
import { shownTool, toolsOf, toolView, withApproved } from './tool-view.ts';

export interface McpServerNeeds extends ServerAsking {
  readonly service: CollectionService;
  readonly clock: Clock;
}

const PATH = '/api/v1/mcp-servers';

/** What MCPServers have beyond the routes of every collection. */
export const mcpServerRoutes = (needs: McpServerNeeds): Route[] => [
  testRoute(needs),
  toolsRoute(needs),
  approveRoute(needs),
  previewRoute(needs),
];

const verdict = z.object({
  ok: z.boolean(),
  latency_ms: z.number().meta({ description: 'Milliseconds until its tools were known.' }),
  tools: z.int().nullable().meta({ description: 'How many it lists; null without an answer.' }),
  message: z.string().meta({ description: 'What came of it, and what to do.' }),
});

function testRoute({ service, clock, ...asking }: McpServerNeeds): Route {
  return defineRoute({
    method: 'post',
    path: `${PATH}/{id}/test`,
    operationId: 'testMcpServer',
    summary: 'Ask an MCP server for its tools, with its credential',
    tag: service.collection.tag,
    permission: permissionTo('write', service.collection),
    dryRun: false,
    answers: { 200: { description: 'What came of it, whatever it is.', schema: verdict } },
    handler: async (context) => {
      const object = await service.get(context, idIn(context));
      const began = clock.monotonic();
      const asked = await askServer(asking, object);
      const latency = Math.round((clock.monotonic() - began) * 10) / 10;
      const body =
        'why' in asked
          ? { ok: false, latency_ms: latency, tools: null, message: asked.why }
          : {
              ok: true,
              latency_ms: latency,
              tools: asked.tools.length,
              message: `It answers, and lists ${counted(asked.tools.length)}.${leftOutText(asked.leftOut)}`,
            };
      return { status: 200, body };
    },
  });
}

const counted = (tools: number): string => (tools === 1 ? '1 tool' : `${tools} tools`);

/** So many are told one by one. */
const MOST_TOLD = 5;

function leftOutText(leftOut: readonly LeftOutTool[]): string {
  if (leftOut.length === 0) return '';
  const told = leftOut
    .slice(0, MOST_TOLD)
    .map(({ name = 'one without a name', why }) => `${name} (${why})`);
  const more = leftOut.length > MOST_TOLD ? ', …' : '';
  return ` Not offered: ${counted(leftOut.length)}: ${told.join(', ')}${more}. Have the server define them otherwise.`;
}

function toolsRoute({ service, ...asking }: McpServerNeeds): Route {
  return defineRoute({
    method: 'get',
    path: `${PATH}/{id}/tools`,
    operationId: 'listMcpServerTools',
    summary: 'List the tools of an MCP server as it defines them now',
    tag: service.collection.tag,
    permission: permissionTo('write', service.collection),
    answers: {
      200: {
        description: 'All that it lists, and whether each may be used.',
        schema: z.object({ tools: z.array(toolView) }),
      },
    },
    errors: [502],
    handler: async (context) => {
      const object = await service.get(context, idIn(context));
      const tools = await toolsOrProblem(asking, object);
      return { status: 200, body: { tools: tools.map((tool) => shownTool(tool, object.spec)) } };
    },
  });
}

/** Throws a Problem (502) where the server cannot be asked. */
async function toolsOrProblem(
  asking: ServerAsking,
  object: Parameters<typeof askServer>[1],
): Promise<readonly KnownTool[]> {
  const asked = await askServer(asking, object);
  if ('why' in asked) throw new Problem(502, asked.why);
  return asked.tools;
}

function approveRoute({ service, ...asking }: McpServerNeeds): Route {
  return defineRoute({
    method: 'post',
    path: `${PATH}/{id}/tools/{tool}/approve`,
    operationId: 'approveMcpServerTool',
    summary: 'Approve the definition that a tool has now',
    description:
      'From then on, the tool is served with this definition alone. With the digest of the definition that was looked at, another one is not approved: 409.',
    tag: service.collection.tag,
    permission: permissionTo('write', service.collection),
    body: z.object({
      digest: z
        .string()
        .regex(
          /^[0-9a-f]{64}$/,
          'must be the one that the list of tools says: 64 hexadecimal digits, in small letters',
        )
        .optional()
        .meta({ description: 'Of the definition that is approved, as the list of tools says it.' }),
    }),
    answers: { 200: objectDeclaration(service, 'It, with the approved definition.') },
    errors: [409, 502],
    handler: async (context) => {
      const seen = await service.get(context, idIn(context));
      const { tool: name = '' } = context.params;
      const tools = await toolsOrProblem(asking, seen);
      const tool = tools.find(({ definition }) => definition.name === name);
      if (!tool) throw new Problem(404, `It lists no tool "${name}".`);
      const { digest } = context.body;
      if (digest !== undefined && digest !== tool.digest) {
        throw new Problem(
          409,
          'Its definition is another one by now: look at it, and approve that.',
        );
      }
      const written = await service.change(context, seen, {
        action: 'approve_tool',
        fields: ['tools'],
        change: ({ spec }: { readonly spec: Spec }) => withApproved(spec, name, tool.digest),
      });
      return await objectAnswer(service, context, written);
    },
  });
}

const preview = z.object({
  servers: z.array(
    z.object({
      id: z.string(),
      reachable: z.boolean(),
      message: z.string().meta({ description: 'Why it cannot be asked; empty where it can.' }),
      changed: z.array(z.string()).meta({
        description:
          'Tools whose definition is not the approved one: out of service until it is approved.',
      }),
      missing: z
        .array(z.string())
        .meta({ description: 'Tools that are named, and not listed any more.' }),
      unapproved: z
        .array(z.string())
        .meta({ description: 'Tools of which any definition is taken.' }),
    }),
  ),
});

/** Servers that are asked for one preview. */
const MOST_SERVERS = 50;

function previewRoute({ service, ...asking }: McpServerNeeds): Route {
  return defineRoute({
    method: 'get',
    path: `${PATH}/sync/preview`,
    operationId: 'previewMcpServerSync',
    summary: 'Say how the tools of the MCP servers differ from what was approved',
    description: `Asks each server that is in service, ${MOST_SERVERS} at most, and changes nothing.`,
    tag: service.collection.tag,
    permission: permissionTo('write', service.collection),
    answers: { 200: { description: 'One entry for each server.', schema: preview } },
    handler: async (context) => {
      const { items } = service.list(context, { limit: MOST_SERVERS });
      const active = items.filter(({ spec }) => spec['isActive'] !== false);
      const servers = await Promise.all(
        active.map(async (object) => {
          const id = object.metadata.name;
          const asked = await askServer(asking, object);
          if ('why' in asked) {
            const none = { changed: [], missing: [], unapproved: [] };
            return { id, reachable: false, message: asked.why, ...none };
          }
          return { id, reachable: true, message: '', ...toolsOf(object.spec, asked.tools) };
        }),
      );
      return { status: 200, body: { servers } };
    },
  });
}
