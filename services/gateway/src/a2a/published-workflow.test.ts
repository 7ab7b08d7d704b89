import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAssertion, readAssertion } from '@aicp/contracts/delegation/assertion';
import type { WorkflowAgentFragment } from '@aicp/contracts/snapshot/sections/workflow-agents';
import { describe, expect, it } from 'vitest';
import { key } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { agent, startScriptedAgent, type AgentScript } from '../testing/scripted-agent.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { workingAgent } from '../testing/working-agent.ts';

const SECRET = 'the secret of the gateway and of the workflow engine';

const workflow = (type: string, organization?: string): WorkflowAgentFragment => ({
  source: { kind: 'WorkflowTemplate', name: type, uid: `uid-${type}`, generation: 2 },
  ...{ type, organization },
  offer: { name: 'Research', description: 'Finds out.' },
});

/** What a key of the organization acme says that has this uid. */
const ofAcme = (organizationUid: string) => ({
  organization: 'acme',
  boundTo: { organization: 'acme', organizationUid },
});

/** A gateway before an engine that does as agents do. */
async function start(
  options: { readonly hasEngine?: boolean; readonly script?: AgentScript } = {},
) {
  const { hasEngine = true, script = workingAgent() } = options;
  const engine = await startScriptedAgent(script);
  const directory = await temporaryDirectory();
  const keyFile = join(directory.path, 'key');
  await writeFile(keyFile, SECRET);
  const gateway = await startTestGateway({
    config: {
      workflowKeyFile: keyFile,
      ...(hasEngine ? { workflowEngine: { url: engine.url, caFile: undefined, keyFile } } : {}),
    },
    fragments: {
      keys: [
        key('alice', ofAcme('the-first')),
        key('carol', ofAcme('the-first')),
        key('heir', ofAcme('the-second')),
        key('bob', { organization: 'globex' }),
      ],
      sections: {
        'workflow-agents': [workflow('research'), workflow('acmes', 'acme'), workflow('taken')],
        agents: [agent('taken', `${engine.url}/elsewhere`, { isActive: false })],
      },
    },
  });
  const call = async (method: string, params: object, options: Called = {}) => {
    const { secret = 'sk-alice', id = 'research' } = options;
    const response = await fetch(`${gateway.url}/a2a/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
    });
    const body = (await response.json()) as Told;
    return { ...body, status: response.status };
  };
  const told = () =>
    engine.calls.map(({ headers }) =>
      readAssertion((headers.authorization ?? '').slice('Bearer '.length), {
        ...{ secret: SECRET, nowMs: Date.now(), audience: 'aicp-workflow' },
      }),
    );
  return {
    ...{ engine, gateway, call, told },
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await engine[Symbol.asyncDispose]();
      await directory[Symbol.asyncDispose]();
    },
  };
}

interface Called {
  readonly secret?: string;
  readonly id?: string;
}

interface Told {
  readonly result?: { readonly task?: { readonly id: string }; readonly id?: string };
  readonly error?: { readonly code: number | string };
}

const hello = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hi' }] } };
const alice = { type: 'key', uid: key('alice').source.uid, generation: 0 } as const;

describe('a workflow that is offered as an agent', () => {
  it('is asked of the engine for the key that calls, whose own secret stays here', async () => {
    await using at = await start();
    const { result } = await at.call('SendMessage', hello);
    expect(result?.task?.id).not.toContain('task-1');
    const found = await at.call('GetTask', { id: result?.task?.id });
    expect(found.result?.id).toBe(result?.task?.id);
    expect(at.told()).toMatchObject([{ delegator: alice }, { delegator: alice }]);
    expect(at.told().map((one) => one?.execution)).toEqual([undefined, undefined]);
    const ids = at.told().map((one) => one?.id);
    expect(new Set(ids).size).toBe(2);
    expect(JSON.stringify(at.engine.calls)).not.toContain('sk-alice');
    const [record] = await usageOf(at.gateway, 2);
    expect(record).toMatchObject({ key: 'alice', model_served: 'a2a:research', cost_nano_usd: 0 });
  });

  it('is found by whoever may run it, and nobody else’s tasks are', async () => {
    await using at = await start();
    const bob = { secret: 'sk-bob' };
    expect((await at.call('SendMessage', hello, { id: 'acmes' })).status).toBe(200);
    expect((await at.call('SendMessage', hello, { ...bob, id: 'acmes' })).status).toBe(404);
    expect((await at.call('SendMessage', hello, { id: 'taken' })).status).toBe(404);
    const { result } = await at.call('SendMessage', hello);
    const id = result?.task?.id;
    expect((await at.call('GetTask', { id }, bob)).error).toMatchObject({ code: -32001 });
    expect((await at.call('GetTask', { id }, { id: 'acmes' })).error).toMatchObject({
      code: -32001,
    });
  });

  it('keeps the tasks of an organization from another one that takes its name', async () => {
    await using at = await start();
    const { result } = await at.call('SendMessage', hello);
    const id = result?.task?.id;
    expect((await at.call('GetTask', { id }, { secret: 'sk-carol' })).result?.id).toBe(id);
    const heir = await at.call('GetTask', { id }, { secret: 'sk-heir' });
    expect(heir.error).toMatchObject({ code: -32001 });
  });

  it('has a card of its own words, without asking anybody', async () => {
    await using at = await start();
    const headers = { authorization: 'Bearer sk-alice' };
    const url = `${at.gateway.url}/a2a/research`;
    const response = await fetch(`${url}/.well-known/agent-card.json`, { headers });
    expect(await response.json()).toMatchObject({
      ...{ name: 'Research', description: 'Finds out.', version: '2' },
      supportedInterfaces: [{ url }, { url }],
      skills: [{ id: 'research' }],
    });
    expect([...at.engine.cardHeaders, ...at.engine.calls]).toEqual([]);
  });

  it('is none where the gateway knows no engine', async () => {
    await using at = await start({ hasEngine: false });
    expect((await at.call('SendMessage', hello)).status).toBe(404);
  });

  it('that a step calls is asked for with that step, so that the engine knows how deep it is', async () => {
    await using at = await start();
    const step = makeAssertion(alice, {
      ...{ secret: SECRET, nowMs: Date.now() },
      execution: { id: 'e-1', step: 'call', use: 'agent' },
    });
    expect((await at.call('SendMessage', hello, { secret: step })).status).toBe(200);
    expect(at.told()).toMatchObject([
      { delegator: alice, execution: { id: 'e-1', step: 'call', use: 'agent' } },
    ]);
  });

  it('whose engine takes no requests now is to be asked later', async () => {
    await using at = await start({
      script: (_call, response) => {
        response.writeHead(503).end('{}');
      },
    });
    const answer = await at.call('SendMessage', hello);
    expect(answer).toMatchObject({ status: 503, error: { code: -32603 } });
    expect(JSON.stringify(answer)).toContain('Try again later');
  });
});
