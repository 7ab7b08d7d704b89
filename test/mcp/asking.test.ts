import { mcpServer, withServers } from '@aicp/gateway/mcp/testing/fragments';
import { key } from '@aicp/gateway/testing/fragments';
import { startTestGateway, type TestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { startConformanceServer, type Speaks } from './conformance.ts';
import { startSseServer } from './legacy-servers.ts';

const KEYS = [key('k'), key('other', { organization: 'umbrella' })];

async function startBehind(url: string): Promise<TestGateway> {
  return await startTestGateway({
    fragments: withServers([mcpServer('one', url)], [], KEYS),
  });
}

function transportTo({ url }: TestGateway, secret: string): Transport {
  const requestInit = { headers: { authorization: `Bearer ${secret}` } };
  return new StreamableHTTPClientTransport(new URL(`${url}/mcp/one`), { requestInit });
}

/** A client of 2025 who can be asked: it says who it is. */
async function connectAsked(
  gateway: TestGateway,
  name: string,
  secret = 'sk-k',
): Promise<Client & AsyncDisposable & { readonly logged: unknown[] }> {
  const capabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };
  const client = new Client({ name, version: '1' }, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, () => ({
    action: 'accept' as const,
    content: { username: name, email: `${name}@example.com`, name, ok: true, color: 'blue' },
  }));
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    role: 'assistant' as const,
    content: { type: 'text' as const, text: `${name} thinks` },
    model: 'test',
  }));
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: `file:///${name}` }] }));
  const logged: unknown[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    logged.push(params.data);
  });
  await client.connect(transportTo(gateway, secret));
  return Object.assign(client, { logged, [Symbol.asyncDispose]: () => client.close() });
}

const asked = (message: string) => ({ name: 'test_elicitation', arguments: { message } });

describe('what a server asks of a client of 2025 in the middle of a call', () => {
  it.each(['old', 'both'] as const)(
    'reaches the client, and its answer the server (%s)',
    async (speaks: Speaks) => {
      await using server = await startConformanceServer(speaks);
      await using gateway = await startBehind(server.url);
      await using client = await connectAsked(gateway, 'ann');
      expect(JSON.stringify(await client.callTool(asked('Who?')))).toContain('ann@example.com');
      const sampling = { name: 'test_sampling', arguments: { prompt: 'Say it.' } };
      expect(JSON.stringify(await client.callTool(sampling))).toContain('ann thinks');
    },
  );

  it('is asked too where the server is one of 2026-07-28, round by round', async () => {
    await using server = await startConformanceServer('new');
    await using gateway = await startBehind(server.url);
    await using client = await connectAsked(gateway, 'ann');
    const call = async (kind: string) =>
      await client.callTool({ name: `test_input_required_result_${kind}` });
    for (const kind of ['multi_round', 'multiple_inputs', 'sampling', 'tampered_state']) {
      expect(await call(kind)).not.toHaveProperty('isError', true);
    }
  });

  it('is asked too where the server is one of 2024', async () => {
    await using server = await startSseServer();
    await using gateway = await startTestGateway({
      fragments: withServers([mcpServer('one', server.url, { transport: 'sse' })], [], KEYS),
    });
    await using client = await connectAsked(gateway, 'ann');
    const answer = await client.callTool({ name: 'whose' });
    expect(answer).toMatchObject({ content: [{ text: 'file:///ann' }] });
  });

  it('is asked of the one who called, although all callers share a connection', async () => {
    await using server = await startConformanceServer('old');
    await using gateway = await startBehind(server.url);
    await using ann = await connectAsked(gateway, 'ann');
    await using bob = await connectAsked(gateway, 'bob', 'sk-other');
    const calls = Array.from({ length: 10 }, async (_, index) => {
      const [client, name] = index % 2 === 0 ? ([ann, 'ann'] as const) : ([bob, 'bob'] as const);
      const answer = JSON.stringify(await client.callTool(asked('Who?')));
      return answer.includes(`${name}@example.com`);
    });
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 10 }, () => true));
  });

  it('is not asked of a client that cannot be asked: its server hears so', async () => {
    await using server = await startConformanceServer('both');
    await using gateway = await startBehind(server.url);
    const plain = new Client({ name: 'plain', version: '1' });
    await plain.connect(transportTo(gateway, 'sk-k'));
    expect(await plain.callTool(asked('Who?'))).toMatchObject({ isError: true });
    const call = { name: 'test_input_required_result_elicitation' };
    await expect(plain.callTool(call)).rejects.toThrow('do not declare the required capability');
    await plain.close();
  });
});

it("passes a server's log on, from the level on that the client wants to hear", async () => {
  await using server = await startConformanceServer('both');
  await using gateway = await startBehind(server.url);
  await using client = await connectAsked(gateway, 'ann');
  const call = { name: 'test_tool_with_logging' };
  await client.callTool(call);
  expect(client.logged).toHaveLength(3);
  await client.setLoggingLevel('error');
  await client.callTool(call);
  expect(client.logged).toHaveLength(3);
});

const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};

/** A client of 2025 by hand, whose session others try to get at. */
async function byHand(gateway: TestGateway, secret = 'sk-k') {
  const post = async (body: object, more: Record<string, string> = {}) =>
    await fetch(`${gateway.url}/mcp/one`, {
      method: 'POST',
      headers: { ...JSON_HEADERS, authorization: `Bearer ${secret}`, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    });
  const capabilities = { elicitation: {} };
  const clientInfo = { name: 'hand', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  const opened = await post({ id: 1, method: 'initialize', params });
  await opened.text();
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  return { post, session };
}

/** Calls the tool that asks, and waits for its question. */
async function waitForQuestion({ post, session }: Awaited<ReturnType<typeof byHand>>) {
  const call = { id: 7, method: 'tools/call', params: asked('Who?') };
  const response = await post(call, session);
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let read = '';
  const readUntil = async (found: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = found.exec(read);
      if (match) return match;
      const { done, value } = await reader.read();
      if (done) throw new Error(`The stream has ended: ${read}`);
      read += value;
    }
  };
  const [, id = ''] = await readUntil(/"id":"([^"]+)"/);
  return { id, readUntil };
}

const answerOf = (id: string, username: string) => ({
  id,
  result: { action: 'accept', content: { username, email: 'x@example.com' } },
});

describe('a question', () => {
  it('is answered by the principal and in the session that it was asked, and by nobody else', async () => {
    await using server = await startConformanceServer('old');
    await using gateway = await startBehind(server.url);
    const mine = await byHand(gateway);
    const { id, readUntil } = await waitForQuestion(mine);
    const other = await byHand(gateway, 'sk-other');
    const mineAgain = await byHand(gateway);
    const tries = [
      await other.post(answerOf(id, 'thief'), mine.session),
      await other.post(answerOf(id, 'thief'), other.session),
      await mineAgain.post(answerOf(id, 'mistaken'), mineAgain.session),
      await mine.post(answerOf(id, 'nobody')),
    ];
    // Whoever guesses is told nothing.
    expect(tries.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect((await mine.post(answerOf(id, 'me'), mine.session)).status).toBe(202);
    const [answer] = await readUntil(/data: .*"id":7.*/);
    expect(answer).toContain('me');
    expect(answer).not.toMatch(/thief|mistaken|nobody/);
  });

  it('ends with its call, which its client alone can cancel', async () => {
    await using server = await startConformanceServer('old');
    await using gateway = await startBehind(server.url);
    const mine = await byHand(gateway);
    const cancel = { method: 'notifications/cancelled', params: { requestId: 7 } };
    const other = await byHand(gateway, 'sk-other');
    const kept = await waitForQuestion(mine);
    await other.post(cancel, mine.session);
    await mine.post(answerOf(kept.id, 'me'), mine.session);
    expect((await kept.readUntil(/data: .*"id":7.*/))[0]).toContain('me');
    const ended = await waitForQuestion(mine);
    await mine.post(cancel, mine.session);
    // Nothing answers what its client has cancelled.
    await expect(ended.readUntil(/data: .*"id":7.*/)).rejects.toThrow('The stream has ended');
  });
});

describe('a session', () => {
  it('that is none, or was ended by its client, is not found', async () => {
    await using server = await startConformanceServer('old');
    await using gateway = await startBehind(server.url);
    const { post, session } = await byHand(gateway);
    const list = { id: 2, method: 'tools/list' };
    const status = async (headers: Record<string, string>) => {
      const response = await post(list, headers);
      await response.text();
      return response.status;
    };
    const end = async (secret: string) =>
      await fetch(`${gateway.url}/mcp/one`, {
        method: 'DELETE',
        headers: { ...JSON_HEADERS, authorization: `Bearer ${secret}`, ...session },
      });
    expect(await status({ 'mcp-session-id': 'made-up' })).toBe(404);
    // Another principal ends a session of its own, whatever it calls it.
    await end('sk-other');
    expect(await status(session)).toBe(200);
    expect((await end('sk-k')).status).toBe(204);
    expect(await status(session)).toBe(404);
  });
});
