import type { GuardrailFragment, JudgeTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { listen } from '@aicp/common/http/listen';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { saying, scriptedJudge } from '../guardrails/judges/testing/scripted-judge.ts';
import { connect } from '../mcp/testing/clients.ts';
import { mcpServer } from '../mcp/testing/fragments.ts';
import { key } from '../testing/fragments.ts';
import { guardrail } from '../testing/guardrails.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';

const MAIL = 'ann@example.com';
const BOTH: Pick<GuardrailFragment, 'stages'> = { stages: ['input', 'output'] };
const words = (...some: string[]): GuardrailFragment['detectors'] => [
  {
    ...{ id: 'words', type: 'keyword', action: 'block' },
    patterns: some.map((pattern) => ({ pattern, label: 'WORD', action: 'block' as const })),
  },
];
const JUDGE: Omit<JudgeTerms, 'url'> = {
  ...{ type: 'http', credential: 'none', timeoutMs: 5000, piiAction: 'redact' },
};

/** A server whose tool `echo` answers what it is told, `say` always the same, and `draw` an image. */
async function startTools(says: string) {
  const heard: string[] = [];
  const text = (one: string): CallToolResult => ({ content: [{ type: 'text', text: one }] });
  const node = toNodeHandler(
    createMcpHandler(() => {
      const info = { name: 'tools', version: '1.0.0' };
      const server = new McpServer(info, { capabilities: { logging: {} } });
      const inputSchema = z.object({ text: z.string() });
      server.registerTool('echo', { inputSchema }, ({ text: told }) => {
        heard.push(told);
        return text(told);
      });
      server.registerTool('say', {}, () => ({ ...text(says), structuredContent: { says } }));
      server.registerTool('draw', {}, () => ({
        content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }],
      }));
      server.registerTool('log', {}, async ({ mcpReq }) => {
        const params = { level: 'info' as const, data: says };
        await mcpReq.notify({ method: 'notifications/message', params });
        return text('logged');
      });
      return server;
    }),
  );
  const listening = await listen(
    (request, response) => {
      const { method = 'GET', url = '/' } = request;
      void node(Object.assign(request, { method, url }), response);
    },
    { host: '127.0.0.1', port: 0 },
  );
  return {
    heard,
    url: `http://127.0.0.1:${listening.port}/mcp`,
    [Symbol.asyncDispose]: () => listening.close(0),
  };
}

async function withTools(guardrails: readonly GuardrailFragment[], says = 'nothing') {
  const parts = new AsyncDisposableStack();
  const tools = parts.use(await startTools(says));
  const gateway = parts.use(
    await startTestGateway({
      fragments: {
        keys: [key('alice', { organization: 'acme', team: 'ml' })],
        guardrails,
        sections: { 'mcp-servers': [mcpServer('one', tools.url)] },
      },
    }),
  );
  const client = parts.use(await connect(`${gateway.url}/mcp/one`, 'sk-alice'));
  return { tools, gateway, client, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

const echo = (text: string) => ({ name: 'echo', arguments: { text } });
const textOf = (result: unknown): unknown => (result as CallToolResult).content[0];

describe('guardrails and tools', () => {
  it('replace what is found in arguments, and give it back where they are to', async () => {
    await using world = await withTools([guardrail('pii', { restore: true })]);
    const result = await world.client.callTool(echo(`to ${MAIL}`));
    expect(world.tools.heard).toEqual(['to <EMAIL_ADDRESS_1>']);
    expect(textOf(result)).toMatchObject({ text: `to ${MAIL}` });
    expect(await usageOf(world.gateway, 1)).toMatchObject([
      { guardrails: [{ guardrail: 'pii', stage: 'input', verdict: 'redacted' }] },
    ]);
  });

  it('stop arguments, and the server is not asked', async () => {
    await using world = await withTools([guardrail('words', { detectors: words('apollo') })]);
    await expect(world.client.callTool(echo('Apollo'))).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining('"words" stopped the request: WORD') as string,
      data: { code: 'guardrail_blocked', status: 403 },
    });
    expect(world.tools.heard).toEqual([]);
    expect(await usageOf(world.gateway, 1)).toMatchObject([
      { completion: 'refused', status: 403, guardrails: [{ verdict: 'blocked', stage: 'input' }] },
    ]);
  });

  it('replace what is found in results, in their structured content as well', async () => {
    await using world = await withTools([guardrail('pii', BOTH)], `of ${MAIL}`);
    const result = await world.client.callTool({ name: 'say' });
    expect(result).toMatchObject({
      content: [{ text: 'of <EMAIL_ADDRESS_1>' }],
      structuredContent: { says: 'of <EMAIL_ADDRESS_1>' },
    });
  });

  it('keep results back, of a call that was made', async () => {
    const stops = guardrail('words', { ...BOTH, detectors: words('apollo') });
    await using world = await withTools([stops], 'Apollo');
    await expect(world.client.callTool({ name: 'say' })).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining('"words" stopped the answer: WORD') as string,
    });
    expect(await usageOf(world.gateway, 1)).toMatchObject([
      {
        ...{ completion: 'complete', status: 403 },
        guardrails: [{ verdict: 'passed' }, { verdict: 'blocked', stage: 'output' }],
      },
    ]);
    const [decision] = world.gateway.running.decisions.newest();
    expect(decision).toMatchObject({ result: 'serve', status: 403, code: 'guardrail_blocked' });
    expect(decision?.steps).toMatchObject([
      { stage: 'guardrails', outcome: 'passed', policy: 'words' },
      { stage: 'call' },
      { stage: 'guardrails-answer', outcome: 'blocked', detail: '2 WORD (block)' },
    ]);
    expect(JSON.stringify([decision, world.gateway.logged])).not.toContain('Apollo');
  });

  it('say that images are not looked at, and refuse them where they are to', async () => {
    await using open = await withTools([guardrail('pii', BOTH)]);
    await open.client.callTool({ name: 'draw' });
    expect(await usageOf(open.gateway, 1)).toMatchObject([
      { guardrails: [{}, { stage: 'output', verdict: 'skipped', reason: 'image' }] },
    ]);
    await using closed = await withTools([guardrail('pii', { ...BOTH, unscannable: 'block' })]);
    await expect(closed.client.callTool({ name: 'draw' })).rejects.toMatchObject({
      message: expect.stringContaining('image') as string,
    });
  });

  it('look at what a server logs while it answers', async () => {
    const stops = guardrail('words', { ...BOTH, detectors: words('apollo') });
    const heard: unknown[] = [];
    const logs = async (says: string) => {
      await using world = await withTools([stops], says);
      await using client = await connect(`${world.gateway.url}/mcp/one`, 'sk-alice', 'legacy');
      client.setNotificationHandler('notifications/message', ({ params }) => {
        heard.push(params.data);
      });
      await client.request({ method: 'logging/setLevel', params: { level: 'debug' } });
      await client.callTool({ name: 'log' });
    };
    await logs('fine');
    await logs('Apollo');
    expect(heard).toEqual(['fine']);
  });

  it('of certain models, or of another team, do not act', async () => {
    const detectors = words('apollo');
    await using world = await withTools([
      guardrail('models', { detectors, appliesTo: { models: ['*'] } }),
      guardrail('team', { detectors, appliesTo: { teams: ['sales'] } }),
    ]);
    await world.client.callTool(echo('Apollo'));
    expect(await usageOf(world.gateway, 1)).toMatchObject([{ guardrails: [] }]);
  });

  it('in monitor mode only tell', async () => {
    const watches = { ...BOTH, detectors: words('apollo'), mode: 'monitor' as const };
    await using world = await withTools([guardrail('watches', watches)], 'Apollo');
    await world.client.callTool({ name: 'say' });
    expect(await usageOf(world.gateway, 1)).toMatchObject([
      { guardrails: [{ verdict: 'passed' }, { verdict: 'blocked', is_monitor: true }] },
    ]);
  });

  it('ask judges about arguments and about results', async () => {
    await using judge = await scriptedJudge(saying({ action: 'allow' }));
    const terms = { ...JUDGE, url: judge.url };
    await using world = await withTools(
      [guardrail('asks', { ...BOTH, detectors: [], judge: terms })],
      'rude',
    );
    await world.client.callTool(echo('kind'));
    expect(judge.heard.map(({ json }) => json)).toMatchObject([
      { stage: 'input', model: 'mcp:one/echo', text: expect.stringContaining('kind') as string },
      { stage: 'output', text: expect.stringMatching(/kind$/) as string },
    ]);
    judge.answer = (response, { json }) => {
      const isRude = (json as { text: string }).text.includes('rude');
      saying(isRude ? { action: 'block', label: 'RUDE', score: 1 } : { action: 'allow' })(response);
    };
    await expect(world.client.callTool({ name: 'say' })).rejects.toMatchObject({
      message: expect.stringContaining('stopped the answer: RUDE') as string,
    });
    judge.answer = saying({ odd: true });
    await expect(world.client.callTool(echo('kind'))).rejects.toMatchObject({
      ...{ code: -32000, message: expect.stringContaining('bad_answer') as string },
      data: { code: 'guardrail_unavailable', status: 503, retry_after: 5 },
    });
  });
});
