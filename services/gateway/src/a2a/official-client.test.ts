import { TaskState, type Task } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import { describe, expect, it } from 'vitest';
import { agentClient, saying } from '../testing/agent-client.ts';
import { key } from '../testing/fragments.ts';
import { agent, cardOf, startScriptedAgent } from '../testing/scripted-agent.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { workingAgent } from '../testing/working-agent.ts';

/** What keys of one organization have in common. */
const OF_ACME = {
  organization: 'acme',
  boundTo: { organization: 'acme', organizationUid: 'uid-of-acme' },
};

const clientOf = ({ url }: TestGateway, secret: string): Promise<Client> =>
  agentClient(`${url}/a2a/planner/.well-known/agent-card.json`, secret);

/** Of a task, or of what is told of one. */
const taskIdIn = (value: object | undefined): string => {
  const { id, taskId } = (value ?? {}) as { readonly id?: string; readonly taskId?: string };
  return id ?? taskId ?? '';
};

describe.each([['1.0'], ['0.3']])(
  'the official client, with an agent of protocol %s',
  (version) => {
    async function start() {
      const upstream = await startScriptedAgent(workingAgent(), (url) => cardOf(url, [version]));
      const fragments = {
        keys: [
          key('alice', OF_ACME),
          key('bob', { organization: 'globex' }),
          key('carol', OF_ACME),
        ],
        sections: { agents: [agent('planner', upstream.url)] },
      };
      const gateway = await startTestGateway({ fragments });
      return {
        upstream,
        gateway,
        [Symbol.asyncDispose]: async () => {
          await gateway[Symbol.asyncDispose]();
          await upstream[Symbol.asyncDispose]();
        },
      };
    }

    it('reads the card, sends, gets and cancels', async () => {
      await using at = await start();
      const client = await clientOf(at.gateway, 'sk-alice');
      const sent = (await client.sendMessage(saying('Plan.'))) as Task;
      expect(sent.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
      expect(sent.id).not.toContain('task');
      const found = await client.getTask({ tenant: '', id: sent.id });
      expect(found).toMatchObject({ id: sent.id, contextId: sent.contextId });
      const more = await client.sendMessage(
        saying('On.', { taskId: sent.id, contextId: sent.contextId }),
      );
      expect(more).toMatchObject({ id: sent.id, contextId: sent.contextId });
      const canceled = await client.cancelTask({ tenant: '', id: sent.id, metadata: {} });
      expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
      expect(at.upstream.calls.map(({ params }) => params['id'])).toEqual([
        undefined,
        'task-1',
        undefined,
        'task-1',
      ]);
      expect(at.upstream.calls[2]?.params).toMatchObject({
        message: { taskId: 'task-1', contextId: 'context-of-task-1' },
      });
    });

    it('streams, and subscribes again', async () => {
      await using at = await start();
      const client = await clientOf(at.gateway, 'sk-alice');
      const cases: (string | undefined)[] = [];
      const ids = new Set<string>();
      for await (const { payload } of client.sendMessageStream(saying('Plan.'))) {
        cases.push(payload?.$case);
        ids.add(taskIdIn(payload?.value));
      }
      expect(cases).toEqual(['task', 'artifactUpdate', 'statusUpdate']);
      expect(ids.size).toBe(1);
      const [id = ''] = ids;
      const again: (string | undefined)[] = [];
      for await (const { payload } of client.resubscribeTask({ tenant: '', id })) {
        again.push(payload?.$case);
      }
      expect(again).toEqual(['task']);
    });

    it('is told of another tenant’s task what it is told of none', async () => {
      await using at = await start();
      const alice = await clientOf(at.gateway, 'sk-alice');
      const { id } = (await alice.sendMessage(saying('Plan.'))) as Task;
      const bob = await clientOf(at.gateway, 'sk-bob');
      const failing = async (what: Promise<unknown>): Promise<Error> =>
        await what.then(
          () => new Error('it was found'),
          (error: unknown) => error as Error,
        );
      const foreign = await failing(bob.getTask({ tenant: '', id }));
      const never = await failing(bob.getTask({ tenant: '', id: 'task-1' }));
      expect(foreign.name).toBe('TaskNotFoundError');
      expect(foreign.message).toBe(never.message);
      const canceling = await failing(bob.cancelTask({ tenant: '', id, metadata: {} }));
      expect(canceling.message).toBe(never.message);
      expect(at.upstream.calls).toHaveLength(1);
      const carol = await clientOf(at.gateway, 'sk-carol');
      expect(await carol.getTask({ tenant: '', id })).toMatchObject({ id });
    });
  },
);
