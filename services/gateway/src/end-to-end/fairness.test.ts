import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { GatewayConfig } from '../config/config.ts';
import {
  askSlowly,
  clientOf,
  NOT_PLAIN,
  rawRequest,
  saying,
  type SlowReader,
} from '../testing/clients.ts';
import {
  key,
  model,
  provider,
  rateLimit,
  simulated,
  type Fragments,
} from '../testing/fragments.ts';
import { counted } from '../testing/limited-gateway.ts';
import { chatHead, statusOf } from '../testing/raw-peer.ts';
import { answerJson, completion, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestGateway, testConfig, type TestGateway } from '../testing/start-test-gateway.ts';
import { waitFor } from '../testing/wait-for.ts';

const SLOTS = 20;
const MIB = 1_048_576;
const HELD_ANSWERS = 'aicp_gateway_held_bytes{kind="answers"';
const { requests } = testConfig('');

const start = (
  fragments: Fragments = {},
  more: Partial<typeof requests> = {},
  config: Partial<GatewayConfig> = {},
) =>
  startTestGateway({
    fragments: {
      providers: [simulated('sim')],
      models: [model('small', 'sim')],
      keys: [
        key('alice', { organization: 'acme' }),
        key('anna', { organization: 'acme' }),
        key('bob', { organization: 'globex' }),
      ],
      ...fragments,
    },
    config: { ...config, drainMs: 0, requests: { ...requests, mostAtOnce: SLOTS, ...more } },
  });

interface Sender {
  readonly socket: Socket;
  /** What came over it. */
  heard: string;
}

/** Begins a request that sends no more of its body than this. */
function stall(
  { running }: TestGateway,
  { secret = 'sk-alice', body = '{', length = 900, headers = '' } = {},
): Sender {
  const socket = connect(running.port, '127.0.0.1');
  const sender: Sender = { socket, heard: '' };
  socket.on('error', () => undefined);
  socket.on('data', (data) => (sender.heard += data.toString('latin1')));
  const head = chatHead(length).replace('sk-alice', secret).replace('host: x', `host: x${headers}`);
  socket.write(head + body);
  return sender;
}

async function metric({ url }: TestGateway, name: string): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const line = page.split('\n').find((one) => one.startsWith(name));
  return Number(line?.split(' ')[1]);
}

const inFlight = (gateway: TestGateway): Promise<number> =>
  metric(gateway, 'aicp_gateway_requests_in_flight');

async function refusedKeyless({ url }: TestGateway): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const counted = /^aicp_gateway_requests_total\{[^}]*status="4xx"[^}]*\} ([0-9]+)/m.exec(
    page,
  )?.[1];
  return Number(counted ?? 0);
}

const refusedOf = (senders: readonly Sender[]): Sender[] =>
  senders.filter(({ heard }) => heard.endsWith('}'));

async function serves(gateway: TestGateway, secret: string, model = 'small'): Promise<boolean> {
  const client = clientOf(gateway, secret);
  return await client.chat.completions.create({ model, messages: saying('hi') }).then(
    () => true,
    () => false,
  );
}

it('serves one organization while another one holds as many stalled bodies as it may', async () => {
  await using gateway = await start({}, { shares: { organization: 0.8, key: 1 } });
  const senders = Array.from({ length: 2 * SLOTS }, (_, n) =>
    stall(gateway, { secret: n % 2 === 0 ? 'sk-alice' : 'sk-anna' }),
  );
  const most = 0.8 * SLOTS;
  await waitFor(() => refusedOf(senders).length === 2 * SLOTS - most);
  expect(await inFlight(gateway)).toBe(most);
  for (const { heard } of refusedOf(senders)) {
    expect(statusOf(heard)).toBe(503);
    expect(heard).toMatch(/\r\nretry-after: 1\r\n/i);
    expect(heard).toContain('"code":"overloaded"');
  }
  expect(await metric(gateway, 'aicp_requests_shed_total{reason="organization_share"')).toBe(
    2 * SLOTS - most,
  );
  expect(await serves(gateway, 'sk-anna')).toBe(false);
  expect(await serves(gateway, 'sk-bob')).toBe(true);
  for (const { socket } of senders) socket.destroy();
  await waitFor(async () => (await inFlight(gateway)) === 0);
  expect(await serves(gateway, 'sk-anna')).toBe(true);
});

it('leaves bytes for the bodies of one organization where another one sends large ones slowly', async () => {
  await using gateway = await start({}, { memoryBytes: 48 * MIB });
  const length = 8 * MIB;
  const slow = (secret: string): Sender =>
    stall(gateway, { secret, length, body: ' '.repeat(length - 1) });
  const held = 'aicp_gateway_held_bytes{kind="large_requests"';
  const senders: Sender[] = [];
  for (const secret of ['sk-alice', 'sk-alice', 'sk-anna']) {
    senders.push(slow(secret));
    const bytes = senders.length * (length - 1);
    await waitFor(async () => (await metric(gateway, held)) === bytes);
  }
  const refused = slow('sk-anna');
  await waitFor(() => refused.heard.endsWith('}'));
  expect(statusOf(refused.heard)).toBe(503);
  const taken = slow('sk-bob');
  await waitFor(async () => (await metric(gateway, held)) === 4 * (length - 1));
  for (const { socket } of [...senders, taken]) socket.destroy();
  await waitFor(async () => (await metric(gateway, held)) === 0);
});

it('reads no more bodies of a key at once than its limit on concurrent requests allows', async () => {
  const rateLimits = [rateLimit('two-each', { concurrent: 2 })];
  await using gateway = await start({ rateLimits });
  const senders = Array.from({ length: 2 * SLOTS }, () => stall(gateway));
  await waitFor(() => refusedOf(senders).length === 2 * SLOTS - 2);
  for (const { heard } of refusedOf(senders)) {
    expect(statusOf(heard)).toBe(429);
    expect(heard).toMatch(/\r\nretry-after: 1\r\n/i);
    expect(heard).toMatch(/\r\nx-aicp-policy: two-each\r\n/i);
    expect(heard).toContain('\\"two-each\\" allows 2 requests at the same time for this key.');
  }
  const asking = stall(gateway, { headers: '\r\nexpect: 100-continue', body: '' });
  await waitFor(() => asking.heard.endsWith('}'));
  expect(statusOf(asking.heard)).toBe(429);
  expect(await inFlight(gateway)).toBe(2);
  for (const secret of ['sk-anna', 'sk-bob']) expect(await serves(gateway, secret)).toBe(true);
  for (const { socket } of senders) socket.destroy();
  await waitFor(async () => (await inFlight(gateway)) === 0);
  expect(await counted(gateway, 'key/acme/alice:concurrent', 'now')).toBe(0);
  for (const round of [1, 2, 3, 4, 5])
    expect(await serves(gateway, 'sk-alice'), `${round}`).toBe(true);
});

it('counts no dry run among those that a limit on concurrent requests allows, and asks each for its body', async () => {
  await using gateway = await start({ rateLimits: [rateLimit('one-each', { concurrent: 1 })] });
  const dry = stall(gateway, { headers: '\r\nx-aicp-dry-run: true' });
  await waitFor(async () => (await inFlight(gateway)) === 1);
  expect(await serves(gateway, 'sk-alice')).toBe(true);
  const real = stall(gateway);
  await waitFor(async () => (await inFlight(gateway)) === 2);
  const asking = '\r\nx-aicp-dry-run: true\r\nexpect: 100-continue';
  const welcome = stall(gateway, { headers: asking, body: '' });
  await waitFor(() => statusOf(welcome.heard) === 100);
  for (const { socket } of [dry, real, welcome]) socket.destroy();
  await waitFor(async () => (await inFlight(gateway)) === 0);
  expect(await serves(gateway, 'sk-alice')).toBe(true);
});

it('counts a request no longer that is settled, although its answer waits behind another one', async () => {
  const waiting: ServerResponse[] = [];
  await using upstream = await startScriptedProvider((response) => waiting.push(response));
  await using gateway = await start({
    providers: [provider('only', { baseUrl: upstream.url })],
    models: [model('main', 'only')],
    rateLimits: [rateLimit('two-each', { concurrent: 2 })],
  });
  const twice = connect(gateway.running.port, '127.0.0.1');
  twice.write(rawRequest({}).replace('connection: close\r\n', '').repeat(2));
  const [, second] = await waitFor(() => (waiting.length === 2 ? waiting.splice(0) : undefined));
  expect(await serves(gateway, 'sk-alice')).toBe(false);
  if (second) answerJson(second, completion('second'));
  await waitFor(async () => (await counted(gateway, 'key/acme/alice:concurrent', 'now')) === 1);
  const third = serves(gateway, 'sk-alice', 'main');
  answerJson(await waitFor(() => waiting.pop()), completion('third'));
  expect(await third).toBe(true);
  twice.destroy();
});

it('cuts a client that it turned away for its share and that sends on and on', async () => {
  await using gateway = await start({ rateLimits: [rateLimit('one-each', { concurrent: 1 })] });
  const first = stall(gateway);
  await waitFor(async () => (await inFlight(gateway)) === 1);
  const refused = stall(gateway, { length: 4 * MIB, body: ' '.repeat(2 * MIB) });
  await waitFor(() => refused.socket.destroyed);
  first.socket.destroy();
});

it('leaves memory for the answers of one organization where another one reads large ones slowly', async () => {
  const large = completion('x'.repeat(8 * MIB));
  await using upstream = await startScriptedProvider((response) => {
    answerJson(response, large);
  });
  await using gateway = await start(
    {
      providers: [provider('only', { baseUrl: upstream.url })],
      models: [model('main', 'only')],
    },
    {},
    { answerBytes: 3 * MIB },
  );
  const ask = (secret: string): SlowReader =>
    askSlowly(gateway.running.port, rawRequest({}).replace('sk-alice', secret));
  const readers = Array.from({ length: 12 }, () => ask('sk-alice'));
  await Promise.all(readers.map((reader) => reader.readUpTo(1)));
  expect(new Set(readers.map(({ status }) => status))).toEqual(new Set(['200', '503']));
  const refused = readers.filter(({ status }) => status === '503').length;
  expect(await metric(gateway, 'aicp_requests_shed_total{reason="key_share"')).toBe(refused);
  const { chat } = clientOf(gateway, 'sk-alice');
  const asked = chat.completions.create({ model: 'main', messages: saying('hi') });
  await expect(asked).rejects.toThrow('this key has its share');
  const other = ask('sk-bob');
  await other.readUpTo(1);
  expect(other.status).toBe('200');
  for (const reader of [...readers, other]) reader.leave();
  await waitFor(async () => (await metric(gateway, HELD_ANSWERS)) === 0);
});

it('keeps no slot for those whose key is not good, while their bodies are still to come', async () => {
  await using gateway = await start();
  const strangers = Array.from({ length: 2 * SLOTS }, () => stall(gateway, { secret: 'sk-none' }));
  await waitFor(() => refusedOf(strangers).length === strangers.length);
  expect([...new Set(strangers.map(({ heard }) => statusOf(heard)))]).toEqual([401]);
  expect(await serves(gateway, 'sk-alice')).toBe(true);
});

it('answers 408 to a body that goes on to come byte by byte, by the time since its head', async () => {
  await using gateway = await start({}, { bodyDeadlineMs: 200 });
  const { socket } = stall(gateway);
  // Seldom, and not after the answer: what reaches a connection that is closed takes away what its client has not read yet.
  const trickle = setInterval(() => socket.write(' '), 150);
  socket.once('readable', () => clearInterval(trickle));
  const answer = await text(socket);
  clearInterval(trickle);
  expect(statusOf(answer)).toBe(408);
  await waitFor(async () => (await inFlight(gateway)) === 0);
});

describe('requests that wait behind one that is not answered', () => {
  const NOBODYS = 'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';

  it('hold no slots once they are refused', async () => {
    await using silent = await startScriptedProvider(() => undefined);
    await using gateway = await start({
      providers: [simulated('sim'), provider('silent', { baseUrl: silent.url })],
      models: [model('small', 'sim'), model('hangs', 'silent')],
    });
    const held = rawRequest({ model: 'hangs' }).replace('connection: close\r\n', NOT_PLAIN);
    const sockets = [1, 2, 3].map(() => connect(gateway.running.port, '127.0.0.1'));
    for (const socket of sockets) socket.on('error', () => undefined);
    for (const socket of sockets) socket.write(held + NOBODYS.repeat(12));
    await waitFor(async () => (await refusedKeyless(gateway)) === 12 * sockets.length);
    expect(await inFlight(gateway)).toBe(sockets.length);
    expect(await serves(gateway, 'sk-bob')).toBe(true);
    for (const socket of sockets) socket.destroy();
    await waitFor(async () => (await inFlight(gateway)) === 0);
  });

  it('are cut with their connection where they are too many', async () => {
    await using silent = await startScriptedProvider(() => undefined);
    await using gateway = await start({
      providers: [provider('silent', { baseUrl: silent.url })],
      models: [model('hangs', 'silent')],
    });
    const socket = connect(gateway.running.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const held = rawRequest({ model: 'hangs' }).replace('connection: close\r\n', NOT_PLAIN);
    socket.write(held + NOBODYS.repeat(100));
    await closed;
    await waitFor(async () => (await inFlight(gateway)) === 0);
  });
});
