import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, type Clock } from '@aicp/common/time/clock';
import { makeAssertion, type Use } from '@aicp/contracts/delegation/assertion';
import type { AgentFragment } from '@aicp/contracts/snapshot/sections/agents';
import { describe, expect, it } from 'vitest';
import { askWith } from '../testing/ask-with.ts';
import { key } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { standingClock } from '../testing/limited-gateway.ts';
import {
  agent,
  cardOf,
  startScriptedAgent,
  type AgentScript,
  type ScriptedAgent,
} from '../testing/scripted-agent.ts';
import {
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from '../testing/start-test-gateway.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { workingAgent } from '../testing/working-agent.ts';

interface World extends AsyncDisposable {
  readonly upstream: ScriptedAgent;
  readonly gateway: TestGateway;
}

interface WorldOptions {
  readonly script?: AgentScript;
  readonly card?: (url: string) => object;
  readonly more?: Partial<AgentFragment>;
  readonly config?: TestGatewayOptions['config'];
  readonly clock?: Clock;
}

async function start(options: WorldOptions = {}): Promise<World> {
  const { script = workingAgent(), card, more, config = {}, clock = systemClock } = options;
  const upstream = await startScriptedAgent(script, card);
  const agents = [agent('planner', upstream.url, more)];
  const keys = [
    key('alice', { organization: 'acme', team: 'ml' }),
    key('dave', { organization: 'acme', team: 'ops' }),
    key('bob', { organization: 'globex' }),
  ];
  const source = agents[0]!.source;
  const credentials = [{ source, agent: 'planner', token: 'upstream-token' }];
  const gateway = await startTestGateway({
    config,
    clock,
    fragments: {
      keys,
      sections: {
        agents,
        ...(more?.credential === 'set' ? { agent_credentials: credentials } : {}),
      },
    },
  });
  return {
    upstream,
    gateway,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

interface Told {
  readonly status: number;
  readonly text: string;
  readonly error?: { readonly code: number | string; readonly message: string };
  readonly result?: Record<string, unknown>;
}

interface Sent {
  readonly secret?: string;
  readonly agent?: string;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

async function post(
  { gateway }: Pick<World, 'gateway'>,
  body: unknown,
  sent: Sent = {},
): Promise<Told> {
  const { secret = 'sk-alice', agent: id = 'planner', headers = {}, signal } = sent;
  const response = await fetch(`${gateway.url}/a2a/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? (JSON.parse(text) as object) : {};
  return { ...json, status: response.status, text };
}

const rpc = (method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id: 7,
  method,
  params,
});
const hello = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hi' }] } };
const call = (
  world: Pick<World, 'gateway'>,
  method: string,
  params: object = hello,
  sent: Sent = {},
) => post(world, rpc(method, params), sent);

const cardAt = ({ gateway }: Pick<World, 'gateway'>, secret?: string, name = 'agent-card.json') =>
  fetch(`${gateway.url}/a2a/planner/.well-known/${name}`, {
    headers: secret === undefined ? {} : { authorization: `Bearer ${secret}` },
  });

describe('the card of an agent', () => {
  it('is told with our address, to who has a key', async () => {
    await using world = await start();
    expect((await cardAt(world)).status).toBe(401);
    const url = `${world.gateway.url}/a2a/planner`;
    const text = await (await cardAt(world, 'sk-alice')).text();
    expect(JSON.parse(text)).toMatchObject({
      name: 'Planner',
      url,
      supportedInterfaces: [
        { url, protocolVersion: '1.0' },
        { url, protocolVersion: '0.3' },
      ],
    });
    expect(text).not.toContain(new URL(world.upstream.url).port);
    const legacy = await (await cardAt(world, 'sk-alice', 'agent.json')).json();
    expect(legacy).toMatchObject({ url, protocolVersion: '0.3.0' });
    expect(legacy).not.toHaveProperty('supportedInterfaces');
    expect(world.upstream.cardHeaders).toHaveLength(1);
  });

  it('is told to nobody who names us by a name that is not known to be ours', async () => {
    await using world = await start();
    const path = '/a2a/planner/.well-known/agent-card.json';
    const headers = { authorization: 'Bearer sk-alice', host: 'evil.example' };
    const refused = await askWith(world.gateway.url + path, headers);
    expect(refused.status).toBe(404);
    expect(JSON.parse(refused.text)).toMatchObject({ error: { code: 'address_not_known' } });
  });

  it('has the address that is set as ours, whatever a client writes', async () => {
    await using world = await start({ config: { publicUrl: 'https://ai.example.com' } });
    const card = await cardAt(world, 'sk-alice');
    expect(await card.json()).toMatchObject({ url: 'https://ai.example.com/a2a/planner' });
  });

  it('that names another host is not used, and the agent not called', async () => {
    const card = () => cardOf('http://127.0.0.1:1', ['1.0']);
    await using world = await start({ card });
    expect((await cardAt(world, 'sk-alice')).status).toBe(502);
    expect(await call(world, 'SendMessage')).toMatchObject({
      status: 502,
      error: { code: -32603 },
    });
    expect(world.upstream.calls).toEqual([]);
  });
});

describe('a call of an agent', () => {
  it('takes the agent’s token along, and nothing of the caller', async () => {
    await using world = await start({ more: { credential: 'set' } });
    const headers = { cookie: 'a=b', 'x-api-key': 'sk-alice', 'a2a-extensions': 'urn:x' };
    expect(await call(world, 'SendMessage', hello, { headers })).toMatchObject({ status: 200 });
    const [sent] = world.upstream.calls;
    expect(sent?.headers).toMatchObject({
      authorization: 'Bearer upstream-token',
      'a2a-version': '1.0',
      'a2a-extensions': 'urn:x',
    });
    const all = JSON.stringify([sent?.headers, world.upstream.cardHeaders]);
    expect(all).not.toMatch(/sk-alice|a=b/);
  });

  it('is not sent without the token that the agent needs', async () => {
    await using world = await start({ more: { credential: 'missing' } });
    expect(await call(world, 'SendMessage')).toMatchObject({ error: { code: -32603 } });
    expect(world.upstream.calls).toEqual([]);
  });

  it.each([
    ['of another organization', { organization: 'acme' }, 'sk-bob'],
    ['of another team', { teams: ['ml'] }, 'sk-dave'],
    ['of another key', { keys: ['alice'] }, 'sk-dave'],
    ['out of service', { isActive: false }, 'sk-alice'],
  ])('of an agent that is %s is one of an agent that does not exist', async (_, more, secret) => {
    await using world = await start({ more });
    const there = await call(world, 'SendMessage', hello, { secret });
    const never = await call(world, 'SendMessage', hello, { secret, agent: 'nobody' });
    expect(there).toMatchObject({ status: 404 });
    expect(there.text).toBe(never.text.replaceAll('nobody', 'planner'));
    expect((await cardAt(world, secret)).status).toBe(404);
    expect(world.upstream.cardHeaders).toEqual([]);
  });

  it('is a record: a message with its price, and what is asked of tasks without', async () => {
    await using world = await start({
      clock: standingClock,
      more: { priceUsd: '0.01', rpmLimit: 3 },
    });
    const { result } = await call(world, 'SendMessage');
    const { id } = result?.['task'] as { id: string };
    expect(await call(world, 'GetTask', { id })).toMatchObject({ result: { id } });
    await call(world, 'GetTask', { id });
    expect(await call(world, 'GetTask', { id })).toMatchObject({ status: 429 });
    const records = await usageOf(world.gateway, 4);
    expect(records.map(({ model_asked: asked }) => asked)).toEqual(Array(4).fill('a2a:planner'));
    expect(records[0]).toMatchObject({ provider: 'a2a:planner', completion: 'complete' });
    expect(records.map(({ cost_nano_usd: cost }) => cost)).toEqual([10_000_000, 0, 0, 0]);
    expect(records.at(-1)).toMatchObject({ completion: 'refused', status: 429 });
  });

  it('of a step of an execution needs a credential for agents, which works once', async () => {
    await using directory = await temporaryDirectory();
    const secret = 'the secret of the gateway and of the workflow engine';
    const workflowKeyFile = join(directory.path, 'key');
    await writeFile(workflowKeyFile, secret);
    await using world = await start({ config: { workflowKeyFile } });
    const credential = (use: Use) =>
      makeAssertion(
        { type: 'key', uid: key('alice').source.uid, generation: 0 },
        { secret, nowMs: Date.now(), execution: { id: 'e', step: 's', use } },
      );
    const good = credential('agent');
    expect(await call(world, 'SendMessage', hello, { secret: good })).toMatchObject({
      status: 200,
    });
    for (const bad of [good, credential('tool'), credential('model')]) {
      expect(await call(world, 'SendMessage', hello, { secret: bad })).toMatchObject({
        status: 401,
      });
    }
    expect((await usageOf(world.gateway, 1))[0]).toMatchObject({ tags: { execution: 'e' } });
  });

  it.each(['playgroundKeyFile', 'workflowKeyFile'] as const)(
    'goes on at another replica with the ids that one gave, by %s',
    async (setting) => {
      await using directory = await temporaryDirectory();
      const file = join(directory.path, 'key');
      await writeFile(file, 'a secret that all replicas of the gateway know');
      const script = workingAgent();
      await using one = await start({ script, config: { [setting]: file } });
      await using other = await start({ script, config: { [setting]: file } });
      const { result } = await call(one, 'SendMessage');
      const { id } = result?.['task'] as { id: string };
      expect(await call(other, 'GetTask', { id })).toMatchObject({ result: { id } });
    },
  );

  it.each([
    ['no JSON', '{', -32700],
    ['a batch', [rpc('SendMessage')], -32600],
    ['no method', { jsonrpc: '2.0', id: 1 }, -32600],
    ['no id', { jsonrpc: '2.0', method: 'SendMessage' }, -32600],
    ['an unknown method', rpc('Send'), -32601],
    ['no message', rpc('SendMessage'), -32602],
    ['a list of all tasks', rpc('ListTasks'), -32004],
    ['a further card', rpc('agent/getAuthenticatedExtendedCard'), -32007],
    ['notifications', rpc('CreateTaskPushNotificationConfig', { taskId: 't' }), -32003],
    ['notifications of old', rpc('tasks/pushNotificationConfig/set'), -32003],
    [
      'notifications beside a message',
      rpc('SendMessage', { ...hello, configuration: { taskPushNotificationConfig: { url: 'x' } } }),
      -32003,
    ],
  ])('that is %s never reaches it', async (_, body, code) => {
    await using world = await start();
    expect(await post(world, body)).toMatchObject({ status: 200, error: { code } });
    expect([...world.upstream.calls, ...world.upstream.cardHeaders]).toEqual([]);
  });

  it('is of the version that its header names, and of one that the agent speaks', async () => {
    await using world = await start({ card: (url) => cardOf(url, ['1.0']) });
    const headers = { 'a2a-version': '0.3' };
    expect(await call(world, 'SendMessage', hello, { headers })).toMatchObject({
      error: { code: -32009 },
    });
    expect(await call(world, 'message/send')).toMatchObject({ error: { code: -32009 } });
    expect(world.upstream.calls).toEqual([]);
  });

  it('in a version that the agent does not speak is none: it is not recorded', async () => {
    await using world = await start({ card: (url) => cardOf(url, ['0.3']) });
    expect(await call(world, 'SendMessage')).toMatchObject({ error: { code: -32009 } });
    expect(await call(world, 'message/send')).toMatchObject({ status: 200 });
    const records = await usageOf(world.gateway, 1);
    expect(records.map(({ completion }) => completion)).toEqual(['complete']);
  });
});
