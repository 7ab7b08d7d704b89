import { createServer, type RequestListener } from 'node:http';
import { freePort } from '@aicp/common/http/testing/free-ports';
import type { Clock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { GatewayClient, type GatewayRequest } from './gateway-client.ts';

const ASKED: Omit<GatewayRequest, 'signal'> = {
  ...{
    path: '/v1/chat/completions',
    body: {},
    execution: { id: 'e-1', claim: null },
    step: 's',
    use: 'model',
  },
  delegator: { type: 'key', uid: 'u-1', generation: 0 },
};

/** A clock whose waits are over at once, after what a test has happen in them. */
function clockOf(onSleep: (count: number) => Promise<void> | void): Clock & { waits: number } {
  let now = Date.now();
  const clock = {
    waits: 0,
    now: () => now,
    monotonic: () => now,
    sleep: async (ms: number) => {
      now += ms;
      clock.waits += 1;
      await onSleep(clock.waits);
    },
  };
  return clock;
}

/** A gateway that is not there yet, and what asks it. */
async function start(
  answer: RequestListener,
  options: { readonly comesAfter?: number; readonly goesOn?: boolean } = {},
) {
  const { comesAfter = 0, goesOn = true } = options;
  const port = await freePort();
  const server = createServer(answer);
  const come = async (): Promise<void> =>
    await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  if (comesAfter === 0) await come();
  const clock = clockOf((count) => (count === comesAfter ? come() : undefined));
  const client = new GatewayClient({
    ...{ url: `http://127.0.0.1:${port}`, clock, random: () => 0 },
    ...{ secret: () => 'a secret of the engine and the gateway' },
    goesOn: () => Promise.resolve(goesOn),
  });
  return {
    clock,
    send: () => client.send({ ...ASKED, signal: AbortSignal.timeout(30_000) }),
    [Symbol.asyncDispose]: async () => {
      await client.close();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

const saying =
  (status: number, body: object): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

const CUT_OFF = /^the gateway ended the connection before it answered.*`retry`/;

describe('a step whose gateway is away', () => {
  it('waits until it takes connections again', async () => {
    await using world = await start(saying(200, { ok: true }), { comesAfter: 3 });
    expect(await world.send()).toMatchObject({ status: 200, text: '{"ok":true}' });
    expect(world.clock.waits).toBe(3);
  });

  it('waits while it has no configuration, each time with a credential of its own', async () => {
    const credentials = new Set<unknown>();
    await using world = await start((request, response) => {
      credentials.add(request.headers.authorization);
      const isReady = credentials.size > 2;
      const body = isReady ? { ok: true } : { error: { code: 'not_ready', message: 'Not yet.' } };
      saying(isReady ? 200 : 503, body)(request, response);
    });
    expect(await world.send()).toMatchObject({ status: 200 });
    expect(credentials.size).toBe(3);
  });

  it('is told so after a minute', async () => {
    await using world = await start(saying(200, {}), { comesAfter: 10_000 });
    const before = world.clock.now();
    await expect(world.send()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(world.clock.now() - before).toBeGreaterThanOrEqual(60_000);
    expect(world.clock.now() - before).toBeLessThan(63_000);
  });

  it('sends nothing once its execution has ended', async () => {
    await using world = await start(saying(200, {}), { comesAfter: 1, goesOn: false });
    await expect(world.send()).rejects.toThrow('the execution has ended');
  });

  it('does not send again what got lost, nor what was refused for another reason', async () => {
    let lost = 0;
    await using losing = await start((request) => {
      lost += 1;
      request.socket.destroy();
    });
    await expect(losing.send()).rejects.toThrow(CUT_OFF);
    expect(lost).toBe(1);
    const body = { error: { code: 'overloaded', message: 'Too much.' } };
    await using busy = await start(saying(503, body));
    expect(await busy.send()).toMatchObject({ status: 503 });
    expect(busy.clock.waits).toBe(0);
  });

  it('is told in plain words where the gateway ended in the midst of its answer', async () => {
    await using ending = await start((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-length': '100' }).write('{"choices":', () => {
        request.socket.destroy();
      });
    });
    await expect(ending.send()).rejects.toThrow(CUT_OFF);
  });
});
