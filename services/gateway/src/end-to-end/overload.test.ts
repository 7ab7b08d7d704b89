import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { clientOf, rawRequest, saying } from '../testing/clients.ts';
import { key, model, provider } from '../testing/fragments.ts';
import { chatHead } from '../testing/raw-peer.ts';
import { answerJson, completion, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestGateway, testConfig } from '../testing/start-test-gateway.ts';
import { waitFor } from '../testing/wait-for.ts';

const MOST = 3;
const MIB = 1_048_576;
const requests = { ...testConfig('').requests, shares: { organization: 1, key: 1 } };

/** A gateway that takes `mostAtOnce` requests at a time, before a provider that answers when it is told to. */
async function startBounded(more: Partial<typeof requests> = {}) {
  await using starting = new AsyncDisposableStack();
  const waiting: (() => void)[] = [];
  const upstream = starting.use(
    await startScriptedProvider((response) => {
      waiting.push(() => {
        answerJson(response, completion('hello'));
      });
    }),
  );
  const gateway = starting.use(
    await startTestGateway({
      fragments: {
        providers: [provider('only', { baseUrl: upstream.url })],
        models: [model('main', 'only')],
        keys: [key('alice')],
      },
      config: { drainMs: 0, requests: { ...requests, mostAtOnce: MOST, ...more } },
    }),
  );
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')[1],
    );
  };
  const { port } = gateway.running;
  /** Takes all slots; resolves when the provider has all of these requests. */
  const fill = async (): Promise<Socket[]> => {
    const sockets = Array.from({ length: MOST }, () => open(port, KEPT_ALIVE));
    await waitFor(() => upstream.received.length === MOST);
    return sockets;
  };
  const release = (): void => {
    for (const answer of waiting.splice(0)) answer();
  };
  const running = starting.move();
  const around = { gateway, port, metric, fill, release, upstream };
  return { ...around, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

const KEPT_ALIVE = rawRequest({}).replace('connection: close\r\n', '');

function open(port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  return socket;
}

/** What comes over a socket from now on. */
function heardOn(socket: Socket): { text: string } {
  const heard = { text: '' };
  socket.on('data', (chunk) => (heard.text += chunk.toString('latin1')));
  return heard;
}

const serves = async (gateway: { readonly url: string }): Promise<boolean> =>
  await clientOf(gateway)
    .chat.completions.create({ model: 'main', messages: saying('hi') })
    .then(
      () => true,
      () => false,
    );

const SHED = 'aicp_requests_shed_total{reason="requests"';

it('at its bound of requests turns further ones away at once, and still tells how it is', async () => {
  await using around = await startBounded();
  const { gateway, port, fill, metric } = around;
  await fill();
  // Nobody asks whose key it is, nor for the rest of its body.
  const stranger = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 999\r\n\r\n{`;
  const heard = heardOn(open(port, stranger));
  await waitFor(() => heard.text.endsWith('}'));
  expect(heard.text).toMatch(/^HTTP\/1\.1 503 /);
  expect(heard.text.toLowerCase()).toMatch(/\r\nretry-after: 1\r\n/);
  expect(heard.text.toLowerCase()).toMatch(/\r\nx-request-id: \S+\r\n/);
  expect(JSON.parse(heard.text.slice(heard.text.indexOf('{')))).toMatchObject({
    error: { type: 'server_error', code: 'overloaded' },
  });
  for (const path of ['/health', '/health/liveliness', '/health/readiness', '/metrics']) {
    expect((await fetch(gateway.url + path)).status, path).toBe(200);
  }
  expect(await metric(SHED)).toBe(1);
  expect(await metric('aicp_gateway_requests_in_flight')).toBe(MOST);
  expect(await metric('aicp_gateway_requests_limit')).toBe(MOST);
});

it('lets a client that it turned away go on over the same connection', async () => {
  await using around = await startBounded();
  const { port, fill, release, upstream } = around;
  const sockets = await fill();
  const turnedAway = open(port, KEPT_ALIVE);
  const heard = heardOn(turnedAway);
  await waitFor(() => heard.text.includes('overloaded'));
  const answered = sockets.map(heardOn);
  release();
  await waitFor(() => answered.every(({ text }) => text.includes('hello')));
  turnedAway.write(KEPT_ALIVE);
  await waitFor(() => upstream.received.length === MOST + 1);
  release();
  await waitFor(() => heard.text.includes('hello'));
});

it('gives slots back when requests are answered, refused, or left by their clients', async () => {
  await using around = await startBounded();
  const { gateway, port, fill, release, metric, upstream } = around;
  const sockets = await fill();
  for (const socket of sockets) socket.destroy();
  await waitFor(async () => (await metric('aicp_gateway_requests_in_flight')) === 0);

  // Clients that leave in the middle of their bodies, and those who send several requests at once and leave before the first answer.
  const halves = Array.from({ length: MOST }, () => open(port, `${chatHead(900)}{`));
  await waitFor(async () => (await metric('aicp_gateway_requests_in_flight')) === MOST);
  for (const socket of halves) socket.destroy();
  await waitFor(async () => (await metric('aicp_gateway_requests_in_flight')) === 0);
  const pipelined = open(port, KEPT_ALIVE.repeat(MOST));
  await waitFor(() => upstream.received.length === 2 * MOST);
  pipelined.destroy();
  await waitFor(async () => (await metric('aicp_gateway_requests_in_flight')) === 0);

  for (let turn = 0; turn <= MOST; turn += 1) {
    const refused = await fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST' });
    expect(refused.status).toBe(401);
  }
  for (let turn = 0; turn <= MOST; turn += 1) {
    const served = serves(gateway);
    await waitFor(() => upstream.received.length === 2 * MOST + turn + 1);
    release();
    expect(await served).toBe(true);
  }
});

it('gives the slot of a request back at which it failed itself', async () => {
  await using around = await startBounded();
  const { gateway } = around;
  const { decisions } = gateway.running;
  decisions.add = () => {
    throw new Error('on purpose');
  };
  const deaf = { model: 'unknown', messages: [] };
  for (let turn = 0; turn <= 2 * MOST; turn += 1) {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify(deaf),
    });
    expect(response.status).not.toBe(503);
  }
});

it('turns a body away for which it has no room before it comes, and asks nobody for one', async () => {
  await using around = await startBounded({ memoryBytes: 48 * MIB });
  const { port, metric } = around;
  const large = 20 * MIB;
  const first = open(port, chatHead(large));
  first.write(Buffer.alloc(large - 1, ' '));
  const held = 'aicp_gateway_held_bytes{kind="requests"';
  await waitFor(async () => (await metric(held)) === large - 1);
  const second = heardOn(open(port, chatHead(large)));
  await waitFor(() => second.text.includes('overloaded'));
  expect(second.text.toLowerCase()).toMatch(/\r\nretry-after: 2\r\n/);
  const asking = chatHead(large).replace('host: x', 'host: x\r\nexpect: 100-continue');
  const third = heardOn(open(port, asking));
  await waitFor(() => third.text.includes('overloaded'));
  expect(third.text).toMatch(/^HTTP\/1\.1 503 /);
  expect(await metric('aicp_requests_shed_total{reason="request_bytes"')).toBe(2);
  expect(await metric(held)).toBe(large - 1);
  first.destroy();
  await waitFor(async () => (await metric(held)) === 0);
});

it('cuts a client that it turned away and that sends on and on', async () => {
  await using around = await startBounded();
  const { port, fill } = around;
  await fill();
  const socket = open(port, chatHead(32 * MIB));
  let isClosed = false;
  socket.on('close', () => (isClosed = true));
  socket.write(Buffer.alloc(32 * MIB, ' '));
  expect(await waitFor(() => isClosed)).toBe(true);
});
