import { PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { describe, expect, it } from 'vitest';
import { key } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import {
  agent,
  cardOf,
  rpcEvent,
  startScriptedAgent,
  type AgentScript,
} from '../testing/scripted-agent.ts';
import { answerJson, beginStream } from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGatewayOptions } from '../testing/start-test-gateway.ts';

/** Enough for whoever answers, on any machine. */
const PATIENT_MS = 30_000;
const HASTY_MS = 1_500;

async function start(
  script: AgentScript,
  {
    config = {},
    timeoutMs = PATIENT_MS,
  }: Partial<TestGatewayOptions> & { timeoutMs?: number } = {},
) {
  const upstream = await startScriptedAgent(script);
  const fragments = {
    keys: [key('alice')],
    sections: { agents: [agent('planner', upstream.url, { timeoutMs })] },
  };
  const gateway = await startTestGateway({ fragments, config });
  return {
    upstream,
    gateway,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}
type World = Awaited<ReturnType<typeof start>>;

const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hi' }] };
const send = ({ gateway }: World, method: string, signal?: AbortSignal) =>
  fetch(`${gateway.url}/a2a/planner`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-alice' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { message } }),
    ...(signal ? { signal } : {}),
  });
const ended = ({ gateway }: World, completion: string) =>
  usageOf(gateway, 1).then(([record]) => {
    expect(record).toMatchObject({ completion });
  });
const working = {
  statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } },
};

describe('an agent', () => {
  it('that sends inward is not followed', async () => {
    await using world = await start((_, response) => {
      response.writeHead(307, { location: 'http://127.0.0.1:1/rpc' }).end();
    });
    const answer = await send(world, 'SendMessage');
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ id: 7, error: { code: -32603 } });
    expect(world.upstream.calls).toHaveLength(1);
    await ended(world, 'provider_failed');
  });

  it('at an address that may not be asked is never asked', async () => {
    const egress = { platform: PUBLIC_ONLY, tenants: PUBLIC_ONLY };
    await using world = await start(() => undefined, { config: { egress } });
    expect((await send(world, 'SendMessage')).status).toBe(502);
    expect([...world.upstream.calls, ...world.upstream.cardHeaders]).toEqual([]);
  });

  it.each([['SendMessage'], ['SendStreamingMessage']])(
    'that answers 100 MB to %s is cut, and the client told',
    async (method) => {
      const piece = Buffer.alloc(1 << 20, 0x20);
      await using world = await start((_, response) => {
        if (method === 'SendStreamingMessage') beginStream(response).write('data: ');
        else response.writeHead(200, { 'content-type': 'application/json' });
        let pieces = 0;
        const go = (): void => {
          while (pieces < 100 && !response.destroyed) {
            pieces += 1;
            if (!response.write(piece)) {
              response.once('drain', go);
              return;
            }
          }
          response.end();
        };
        go();
      });
      expect(await (await send(world, method)).text()).toContain('-32006');
      await expect.poll(() => world.upstream.calls[0]?.aborted).toBe(true);
      await ended(world, 'provider_failed');
    },
  );

  it('that never answers is given up, and its request ended', async () => {
    await using world = await start(() => undefined, { timeoutMs: HASTY_MS });
    const answer = await send(world, 'SendMessage');
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({ error: { code: -32603 } });
    await expect.poll(() => world.upstream.calls[0]?.aborted).toBe(true);
    await ended(world, 'provider_failed');
  });

  it('that falls silent in a stream is given up, and the last event says so', async () => {
    const script: AgentScript = ({ id }, response) => {
      beginStream(response).write(rpcEvent(id, working));
    };
    await using world = await start(script, { timeoutMs: HASTY_MS });
    const events = (await (await send(world, 'SendStreamingMessage')).text()).trim().split('\n\n');
    expect(events).toHaveLength(2);
    expect(JSON.parse(events[1]!.slice(6))).toMatchObject({ id: 7, error: { code: -32603 } });
    await ended(world, 'provider_failed');
  });

  it('whose client leaves is told at once', async () => {
    await using world = await start(({ id }, response) => {
      beginStream(response).write(rpcEvent(id, working));
    });
    const leaving = new AbortController();
    const answer = await send(world, 'SendStreamingMessage', leaving.signal);
    await answer.body?.getReader().read();
    leaving.abort();
    await expect.poll(() => world.upstream.calls[0]?.aborted).toBe(true);
    await ended(world, 'client_gone');
    const failed = world.gateway.logged.filter(({ event }) => event === 'agent_failed');
    expect(failed).toEqual([]);
  });

  it.each<[string, AgentScript]>([
    ['a page', (_, response) => response.end('<html>')],
    [
      'another document',
      (_, response) => {
        answerJson(response, { id: 'raw' });
      },
    ],
    [
      'a result of no known form',
      ({ id }, response) => {
        answerJson(response, { jsonrpc: '2.0', id, result: { secretTask: { id: 'raw' } } });
      },
    ],
    ['a failure', (_, response) => response.writeHead(500).end('raw')],
    ['a broken connection', (_, response) => response.destroy()],
  ])('that answers %s is told as one that failed, without its words', async (_, script) => {
    await using world = await start(script);
    const answer = await send(world, 'SendMessage');
    expect(answer.status).toBe(502);
    expect(await answer.text()).not.toMatch(/raw|html/);
  });

  it('that refuses a call by an error of the protocol is passed on, whatever its status', async () => {
    await using world = await start(({ id }, response) => {
      const error = { code: -32005, message: 'No pictures.' };
      answerJson(response, { jsonrpc: '2.0', id, error }, 400);
    });
    const answer = await send(world, 'SendMessage');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32005, message: 'No pictures.' },
    });
  });

  it('whose card is too long has none', async () => {
    const upstream = await startScriptedAgent(
      () => undefined,
      (url) => cardOf(url, ['1.0'], { padding: 'x'.repeat(1 << 20) }),
    );
    const agents = [agent('planner', upstream.url)];
    await using gateway = await startTestGateway({
      fragments: { keys: [key('alice')], sections: { agents } },
    });
    const answer = await fetch(`${gateway.url}/a2a/planner/.well-known/agent-card.json`, {
      headers: { authorization: 'Bearer sk-alice' },
    });
    expect(answer.status).toBe(502);
    await upstream[Symbol.asyncDispose]();
  });
});
