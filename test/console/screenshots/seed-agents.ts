import { cardOf, startScriptedAgent } from '@aicp/gateway/testing/scripted-agent';
import { workingAgent } from '@aicp/gateway/testing/working-agent';
import { until } from '../../kubernetes/control-plane/until.ts';
import type { Stage } from '../kit/stage.ts';
import { startToolServer } from '../upstreams/tool-server.ts';

/** An MCP server and an agent that run, by their ids. */
export interface Agents {
  readonly server: string;
  readonly agent: string;
}

const TOOLS = {
  search_tickets: 'Finds tickets by their text, newest first.',
  read_ticket: 'Reads a ticket with all its comments.',
  comment_on_ticket: 'Writes a comment below a ticket.',
};

/** Makes a server of tools and an agent, both of which answer until `ending`. */
export async function seedAgents(stage: Stage, ending: AsyncDisposableStack): Promise<Agents> {
  const tools = ending.use(await startToolServer(TOOLS));
  const planner = ending.use(
    await startScriptedAgent(workingAgent(), (url) => cardOf(url, ['1.0', '0.3'])),
  );
  return {
    server: await made(stage, 'mcp-servers', {
      ...{ name: 'Tickets', description: 'Reads and comments on tickets of the help desk.' },
      ...{ server_type: 'streamable_http', url: tools.url },
    }),
    agent: await made(stage, 'agents', {
      ...{ name: 'Planner', description: 'Plans what has many steps.', url: planner.url },
    }),
  };
}

interface Made {
  readonly id: string;
  readonly ready: boolean;
}

/** Makes an object, and waits until gateways have it. */
async function made({ admin }: Stage, collection: string, body: object): Promise<string> {
  const { id } = await admin.json<Made>('POST', `/api/v1/${collection}`, body);
  const isReady = async () => (await admin.json<Made>('GET', `/api/v1/${collection}/${id}`)).ready;
  await until(isReady, { what: `gateways have what was made of ${collection}` });
  return id;
}
