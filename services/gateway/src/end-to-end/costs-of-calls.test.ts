import { describe, expect, it } from 'vitest';
import { mcpServer, withServers } from '../mcp/testing/fragments.ts';
import { startToolServer } from '../mcp/testing/tool-server.ts';
import { key, settings } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { agent, startScriptedAgent, type AgentScript } from '../testing/scripted-agent.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { workingAgent } from '../testing/working-agent.ts';

const COST = 'x-aicp-cost-usd';
const META = 'io.modelcontextprotocol/';

/** What an answer says that it cost. */
async function costIn(answer: Response): Promise<string | null> {
  await answer.text();
  return answer.headers.get(COST);
}

/** Calls a tool as a client of 2026-07-28. */
async function callTool({ url }: TestGateway, name: string): Promise<string | null> {
  const answer = await fetch(`${url}/mcp/one`, {
    method: 'POST',
    headers: {
      ...{ authorization: 'Bearer sk-k', accept: 'application/json, text/event-stream' },
      ...{ 'content-type': 'application/json', 'mcp-protocol-version': '2026-07-28' },
      ...{ 'mcp-method': 'tools/call', 'mcp-name': name },
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        ...{ name, arguments: { text: 'hello' } },
        _meta: {
          [`${META}protocolVersion`]: '2026-07-28',
          [`${META}clientInfo`]: { name: 'test', version: '1' },
          [`${META}clientCapabilities`]: {},
        },
      },
    }),
  });
  return await costIn(answer);
}

/** A gateway with a server of tools that cost something. */
async function withTools(costTracking = true) {
  const tools = await startToolServer();
  const terms = ['echo', 'fail', 'long'].map((name) => ({ name, priceNanoUsd: '10000001' }));
  const known = settings();
  const gateway = await startTestGateway({
    fragments: {
      ...withServers([mcpServer('one', tools.url, { tools: terms })]),
      settings: settings({ features: { ...known.features, costTracking } }),
    },
  });
  return {
    gateway,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await tools[Symbol.asyncDispose]();
    },
  };
}

describe('the answer to a call of a tool', () => {
  it('says to the nano-dollar what the ledger is told that it cost', async () => {
    await using at = await withTools();
    const told = [await callTool(at.gateway, 'echo'), await callTool(at.gateway, 'fail')];
    expect(told).toEqual(['0.010000001', '0.010000001']);
    const records = await usageOf(at.gateway, 2);
    expect(records.map(({ cost_nano_usd: cost }) => cost)).toEqual([10_000_001, 10_000_001]);
  });

  it('costs nothing where the server gives none', async () => {
    await using at = await withTools();
    expect(await callTool(at.gateway, 'long')).toBe('0');
    expect(await usageOf(at.gateway, 1)).toMatchObject([{ cost_nano_usd: 0 }]);
  });

  it('says nothing of it where costs are not followed', async () => {
    await using at = await withTools(false);
    expect(await callTool(at.gateway, 'echo')).toBeNull();
  });
});

const hello = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hi' }] } };

/** A gateway with an agent whose messages cost something. */
async function withAgent(script: AgentScript = workingAgent()) {
  const upstream = await startScriptedAgent(script);
  const agents = [agent('planner', upstream.url, { priceUsd: '0.25' })];
  const gateway = await startTestGateway({ fragments: { keys: [key('k')], sections: { agents } } });
  return {
    gateway,
    ask: async (method: string) => {
      const answer = await fetch(`${gateway.url}/a2a/planner`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk-k' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: hello }),
      });
      return await costIn(answer);
    },
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

describe('the answer of an agent', () => {
  it('says what a message cost, in a stream as well', async () => {
    await using at = await withAgent();
    expect(await at.ask('SendMessage')).toBe('0.25');
    expect(await at.ask('SendStreamingMessage')).toBe('0.25');
  });

  it('costs nothing where the agent gives none', async () => {
    await using at = await withAgent((_, response) => {
      response.writeHead(500).end('broken');
    });
    expect(await at.ask('SendMessage')).toBe('0');
    expect(await usageOf(at.gateway, 1)).toMatchObject([{ cost_nano_usd: 0 }]);
  });
});
