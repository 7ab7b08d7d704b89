import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { AGENT_CARD_PATH, TaskState, type AgentCard, type Task } from '@a2a-js/sdk';
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  type AgentExecutor,
} from '@a2a-js/sdk/server';
import { agentCardHandler, jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import { agentClient, saying } from '@aicp/gateway/testing/agent-client';
import { key } from '@aicp/gateway/testing/fragments';
import { agent } from '@aicp/gateway/testing/scripted-agent';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import express from 'express';
import { expect, it } from 'vitest';

/** Says what it was told, and goes on until it is canceled where that is `wait`. */
const echo: AgentExecutor = {
  execute: async ({ taskId, contextId, userMessage }, bus) => {
    const [part] = userMessage.parts;
    const text = part?.content?.$case === 'text' ? part.content.value : '';
    const isWaiting = text === 'wait';
    const state = isWaiting ? TaskState.TASK_STATE_WORKING : TaskState.TASK_STATE_COMPLETED;
    const status = { state, message: undefined, timestamp: undefined };
    const task = { id: taskId, contextId, artifacts: [], history: [], metadata: {} };
    const working = { ...status, state: TaskState.TASK_STATE_WORKING };
    bus.publish(AgentEvent.task({ ...task, status: working }));
    if (isWaiting) return;
    const parts = [
      {
        content: { $case: 'text' as const, value: `You said ${text}.` },
        ...{ metadata: {}, filename: '', mediaType: 'text/plain' },
      },
    ];
    const artifact = { artifactId: 'a', name: '', description: '', metadata: {}, extensions: [] };
    const ids = { taskId, contextId, metadata: {} };
    bus.publish(
      AgentEvent.artifactUpdate({
        ...ids,
        artifact: { ...artifact, parts },
        append: false,
        lastChunk: true,
      }),
    );
    bus.publish(AgentEvent.statusUpdate({ ...ids, status }));
    bus.finished();
    await Promise.resolve();
  },
  cancelTask: async (taskId, bus) => {
    const status = {
      state: TaskState.TASK_STATE_CANCELED,
      message: undefined,
      timestamp: undefined,
    };
    bus.publish(AgentEvent.statusUpdate({ taskId, contextId: '', metadata: {}, status }));
    bus.finished();
    await Promise.resolve();
  },
};

/** The official server, which speaks both versions. */
async function startOfficialServer() {
  const app = express();
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const offer = (protocolVersion: string) => ({
    url: `${url}/rpc`,
    ...{ protocolBinding: 'JSONRPC', protocolVersion, tenant: '' },
  });
  const card: AgentCard = {
    name: 'Echo',
    description: 'Says what it was told.',
    version: '1',
    supportedInterfaces: [offer('1.0'), offer('0.3')],
    provider: undefined,
    capabilities: { streaming: true, pushNotifications: false, extensions: [] },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
    signatures: [],
  };
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), echo);
  const legacyCompat = { enabled: true };
  app.use(
    `/${AGENT_CARD_PATH.replace(/^\//, '')}`,
    agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }),
  );
  const userBuilder = UserBuilder.noAuthentication;
  app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder, legacyCompat }));
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

it.each([
  ['1.0', 'agent-card.json'],
  ['0.3', 'agent.json'],
])(
  'the official client and server meet through the gateway by protocol %s',
  async (version, name) => {
    await using upstream = await startOfficialServer();
    const keys = ['alice', 'bob'].map((id) => key(id, { organization: id }));
    const sections = { agents: [agent('echo', upstream.url)] };
    await using gateway = await startTestGateway({ fragments: { keys, sections } });
    const cardUrl = `${gateway.url}/a2a/echo/.well-known/${name}`;
    const alice = await agentClient(cardUrl, 'sk-alice');
    expect(alice.protocolVersion).toBe(version);
    const sent = (await alice.sendMessage(saying('hello'))) as Task;
    expect(sent.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(sent.artifacts[0]?.parts[0]?.content).toMatchObject({ value: 'You said hello.' });
    const cases: unknown[] = [];
    for await (const { payload } of alice.sendMessageStream(saying('again'))) {
      cases.push(payload?.$case);
    }
    expect(cases).toEqual(['task', 'artifactUpdate', 'statusUpdate']);
    const found = await alice.getTask({ tenant: '', id: sent.id });
    expect(found).toMatchObject({ id: sent.id, contextId: sent.contextId });
    const bob = await agentClient(cardUrl, 'sk-bob');
    await expect(bob.getTask({ tenant: '', id: sent.id })).rejects.toThrow('Task not found');
    const follow = await alice.sendMessage(saying('more', { contextId: sent.contextId }));
    expect(follow.contextId).toBe(sent.contextId);
  },
);
