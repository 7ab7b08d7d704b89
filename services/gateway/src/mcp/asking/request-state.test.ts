import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { key } from '../../testing/fragments.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import { startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { startAskingServer, type AskingServer } from '../testing/asking-server.ts';
import { mcpServer, withServers } from '../testing/fragments.ts';

const STATE = 'the state of the server';
const KEYS = [key('ann'), key('bob')];

const startBehind = (
  one: AskingServer,
  two: AskingServer,
  playgroundKeyFile?: string,
): Promise<TestGateway> =>
  startTestGateway({
    fragments: withServers([mcpServer('one', one.url), mcpServer('two', two.url)], [], KEYS),
    config: { playgroundKeyFile },
  });

interface Sent {
  readonly as?: string;
  readonly server?: string;
  readonly tool?: string;
  readonly state?: unknown;
}

interface Told {
  readonly result?: { readonly requestState?: string; readonly content?: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

/** Calls a tool as a client of 2026-07-28. */
async function call({ url }: TestGateway, sent: Sent = {}): Promise<Told> {
  const { as = 'ann', server = 'one', tool = 'ask', state } = sent;
  const answer = await fetch(`${url}/mcp/${server}`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer sk-${as}`, accept: 'application/json, text/event-stream' },
      ...{ 'content-type': 'application/json', 'mcp-protocol-version': '2026-07-28' },
      ...{ 'mcp-method': 'tools/call', 'mcp-name': tool },
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        name: tool,
        ...(state === undefined ? {} : { requestState: state }),
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
        },
      },
    }),
  });
  const text = await answer.text();
  const event = /^data: (\{.*)$/m.exec(text)?.[1];
  return JSON.parse(event ?? text) as Told;
}

const given = async (gateway: TestGateway): Promise<string> => {
  const { requestState } = (await call(gateway)).result ?? {};
  if (requestState === undefined) throw new Error('no state was given');
  return requestState;
};

it('gives a server back what it gave, and shows nobody what that is', async () => {
  await using one = await startAskingServer(STATE);
  await using two = await startAskingServer('another');
  await using gateway = await startBehind(one, two);
  const state = await given(gateway);
  expect(Buffer.from(state, 'base64url').toString()).not.toContain('state of the server');
  expect(await call(gateway, { state })).toMatchObject({
    result: { content: [{ text: `back: ${STATE}` }] },
  });
  expect(one.states).toEqual([STATE]);
});

it.each<[string, Sent]>([
  ['another principal', { as: 'bob' }],
  ['another server', { server: 'two' }],
  ['another tool', { tool: 'ask_too' }],
  ['what nobody sealed', { state: STATE }],
  ['what is no text', { state: 7 }],
])('asks nobody with a state for %s, and records nothing', async (_, sent) => {
  await using one = await startAskingServer(STATE);
  await using two = await startAskingServer('another');
  await using gateway = await startBehind(one, two);
  const state = await given(gateway);
  const { error } = await call(gateway, { state, ...sent });
  expect(error).toMatchObject({ code: -32602 });
  expect([...one.states, ...two.states]).toEqual([]);
  await call(gateway, { state });
  const completions = (await usageOf(gateway, 2)).map(({ completion }) => completion);
  expect(completions).toEqual(['complete', 'complete']);
});

it('goes on at another replica that knows the secret', async () => {
  await using directory = await temporaryDirectory();
  const file = join(directory.path, 'key');
  await writeFile(file, 'a secret that all replicas of the gateway know');
  await using one = await startAskingServer(STATE);
  await using gateway = await startBehind(one, one, file);
  await using replica = await startBehind(one, one, file);
  await using stranger = await startBehind(one, one);
  const state = await given(gateway);
  expect(await call(replica, { state })).toHaveProperty('result.content');
  expect(await call(stranger, { state })).toHaveProperty('error.code', -32602);
});

it('takes no more of a server than it can give back', async () => {
  await using one = await startAskingServer('x'.repeat(65_537));
  await using gateway = await startBehind(one, one);
  expect((await call(gateway)).error?.message).toContain('gives no answer that can be taken');
});
