import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TaskState, type Task } from '@a2a-js/sdk';
import { agentClient, saying } from '@aicp/gateway/testing/agent-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from '../admin/clients.ts';
import { until } from '../kubernetes/control-plane/until.ts';
import { Installation } from '../up/installation.ts';

const FOLDER = join(import.meta.dirname, '../../examples/workflows');
const step = { id: 'rest', type: 'wait', with: { seconds: 3_600 } };
const REST = { name: 'Rest', type: 'rest', publish: true, steps: [step] };

describe('a workflow that is offered as an agent, on an installation', () => {
  let installation: Installation;
  let admin: AdminClient;

  beforeAll(async () => {
    installation = await Installation.prepare();
    expect((await installation.up()).code).toBe(0);
    admin = new AdminClient(installation.adminUrl);
    await admin.login(installation.key);
    const manifest = await readFile(join(FOLDER, 'agent.yaml'), 'utf8');
    const headers = { 'content-type': 'application/yaml' };
    const example = await admin.post('/api/v1/workflows', manifest, { headers });
    expect(example.status, JSON.stringify(example.body)).toBe(201);
    expect((await admin.post('/api/v1/workflows', REST)).status).toBe(201);
    for (const name of ['summary', 'rest']) {
      const isThere = async () =>
        (await fetch(cardUrl(name), { headers: bearer() })).status === 200;
      await until(isThere, { what: `the gateway has the agent ${name}` });
    }
  }, 180_000);
  afterAll(async () => {
    await installation.remove();
  });

  const bearer = () => ({ authorization: `Bearer ${installation.key}` });
  const cardUrl = (name: string) =>
    `${installation.gatewayUrl}/a2a/${name}/.well-known/agent-card.json`;
  const client = (name: string) => agentClient(cardUrl(name), installation.key);

  it('answers the official client, which reads what it takes from its card', async () => {
    const summary = await client('summary');
    const card = await summary.getAgentCard();
    expect(card).toMatchObject({
      ...{ name: 'Summary', capabilities: { streaming: true } },
      skills: [{ id: 'summary' }],
    });
    expect(JSON.stringify(card)).not.toContain('three sentences');
    const task = (await summary.sendMessage(saying('Text.', { messageId: 'one' }))) as Task;
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    const [part] = task.artifacts[0]?.parts ?? [];
    expect(part?.content).toMatchObject({ $case: 'data', value: { characters: 5 } });
    expect(await summary.getTask({ tenant: '', id: task.id })).toMatchObject({
      ...{ id: task.id, contextId: task.contextId },
    });
    const again = (await summary.sendMessage(saying('Text.', { messageId: 'one' }))) as Task;
    expect(again.id).toBe(task.id);
    const more = { messageId: 'two', contextId: task.contextId };
    const next = (await summary.sendMessage(saying('Other.', more))) as Task;
    expect(next).toMatchObject({ contextId: task.contextId });
    expect(next.id).not.toBe(task.id);
  });

  it('streams its state, and its output at the end', async () => {
    const cases: (string | undefined)[] = [];
    const said = saying('Stream.', { messageId: 'three' });
    for await (const { payload } of (await client('summary')).sendMessageStream(said)) {
      cases.push(payload?.$case);
    }
    expect(cases[0]).toBe('task');
    expect(cases.slice(-2)).toEqual(['artifactUpdate', 'statusUpdate']);
  });

  it('answers clients of 0.3 as well', async () => {
    const response = await fetch(`${installation.gatewayUrl}/a2a/summary`, {
      method: 'POST',
      headers: bearer(),
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'message/send' },
        params: {
          message: {
            ...{ kind: 'message', role: 'user', messageId: 'four' },
            parts: [{ kind: 'data', data: { text: 'Old.' } }],
          },
        },
      }),
    });
    expect(await response.json()).toMatchObject({
      result: {
        ...{ kind: 'task', status: { state: 'completed' } },
        artifacts: [{ parts: [{ kind: 'data', data: { characters: 4 } }] }],
      },
    });
  });

  it('is cancelled as the execution that it is', async () => {
    const rest = await client('rest');
    const content = { $case: 'data' as const, value: {} };
    const parts = [{ content, metadata: {}, filename: '', mediaType: '' }];
    const begun = (await rest.sendMessage({
      ...saying('', { messageId: 'five', parts }),
      configuration: {
        ...{ acceptedOutputModes: [], returnImmediately: true },
        taskPushNotificationConfig: undefined,
      },
    })) as Task;
    const canceled = await rest.cancelTask({ tenant: '', id: begun.id, metadata: {} });
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    const path = '/api/v1/workflows/executions?template=rest';
    const listed = await admin.get<readonly { readonly status: string }[]>(path);
    expect(listed.body).toMatchObject([{ status: 'cancelled' }]);
  });

  it('logs nothing that is an error', async () => {
    expect(await installation.warnings()).toEqual([]);
  });
});
