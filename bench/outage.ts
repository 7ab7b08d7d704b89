import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { group, key, model, provider } from '@aicp/gateway/testing/fragments';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';

/*
 * One of two providers is down under 300 requests a second: how many requests see it, how long answers take meanwhile, and how soon it is
 * used again. `--bars` fails where more see it than may. Both kinds of being down: nobody listens, and nothing is answered.
 */

const PER_SECOND = 300;
const UP_MS = 5000;
const DOWN_MS = 30_000;
/** For the first byte, and a connection. */
const TIMEOUT_MS = 200;
/** The longest wait for a probe that so short an outage comes to. */
const PROBE_MS = 30_000;
const MOST_SHARE = 0.005;

type Down = 'refuses' | 'is silent';

interface Answer {
  readonly status: number;
  readonly attempts: number;
  readonly by: string;
}

/** Of a request that got none. */
const NO_ANSWER: Answer = { status: 0, attempts: 0, by: '' };

interface Seen extends Answer {
  readonly dueAt: number;
  readonly ms: number;
}

const ANSWER = JSON.stringify({
  id: 'x',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

/** A provider that can go down and come back at the same port. */
class Vendor {
  port = 0;
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private isSilent = false;

  async up(): Promise<void> {
    this.isSilent = false;
    if (this.server) return;
    const server = createServer((incoming, response) => {
      incoming.resume().on('end', () => {
        if (!this.isSilent) response.setHeader('content-type', 'application/json').end(ANSWER);
      });
    });
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  down(how: Down): void {
    if (how === 'is silent') {
      this.isSilent = true;
      return;
    }
    this.server?.close();
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
  }
}

/** Asks at a steady rate until it is told to stop; each request’s time begins when it was due. */
async function askSteadily(port: number, seen: Seen[], signal: AbortSignal): Promise<void> {
  const begun = performance.now();
  const running: Promise<void>[] = [];
  for (let count = 0; !signal.aborted; count += 1) {
    const dueAt = begun + (count * 1000) / PER_SECOND;
    while (performance.now() < dueAt) await sleep(1);
    running.push(
      ask(port)
        .catch(() => NO_ANSWER)
        .then((answer) => void seen.push({ ...answer, dueAt, ms: performance.now() - dueAt })),
    );
  }
  await Promise.all(running);
}

const BODY = JSON.stringify({ model: 'both', messages: [{ role: 'user', content: 'hi' }] });

/** On a connection of its own. */
async function ask(port: number): Promise<Answer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: 'Bearer sk-alice', 'content-length': BODY.length };
    const path = '/v1/chat/completions';
    request({ port, host: '127.0.0.1', method: 'POST', path, headers, agent: false }, resolve)
      .on('error', reject)
      .end(BODY);
  });
  await new Promise((resolve) => answer.resume().on('end', resolve));
  return {
    status: answer.statusCode ?? 0,
    attempts: Number(answer.headers['x-aicp-attempts']),
    by: String(answer.headers['x-aicp-provider']),
  };
}

const p99 = (all: readonly Seen[]): number => {
  const sorted = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
};

async function measure(how: Down) {
  const vendors = { one: new Vendor(), two: new Vendor() };
  await Promise.all([vendors.one.up(), vendors.two.up()]);
  const providerOf = (id: 'one' | 'two') =>
    provider(id, {
      baseUrl: `http://127.0.0.1:${vendors[id].port}/v1`,
      timeouts: { connectMs: TIMEOUT_MS, firstByteMs: TIMEOUT_MS },
    });
  await using gateway = await startTestGateway({
    random: Math.random,
    fragments: {
      providers: [providerOf('one'), providerOf('two')],
      models: [model('a', 'one'), model('b', 'two')],
      policies: [group('both', { a: 1, b: 1 })],
      keys: [key('alice')],
    },
  });
  const seen: Seen[] = [];
  const over = new AbortController();
  const asking = askSteadily(gateway.running.port, seen, over.signal);
  await sleep(UP_MS);
  const downAt = performance.now();
  vendors.one.down(how);
  await sleep(DOWN_MS);
  await vendors.one.up();
  const upAt = performance.now();
  await sleep(PROBE_MS + 1000);
  over.abort();
  await asking;
  vendors.one.down('refuses');
  vendors.two.down('refuses');
  const during = seen.filter(({ dueAt }) => dueAt >= downAt && dueAt < upAt);
  const affected = during.filter(({ attempts, status }) => attempts > 1 || status !== 200);
  const settled = during.filter(({ dueAt }) => dueAt >= downAt + 2 * TIMEOUT_MS);
  const back = seen.filter(({ dueAt, by }) => dueAt >= upAt && by === 'one');
  return {
    'one of two': how,
    requests: during.length,
    failed: seen.filter(({ status }) => status !== 200).length,
    'saw it': affected.length,
    share: affected.length / during.length,
    'p99 before, ms': p99(seen.filter(({ dueAt }) => dueAt < downAt)),
    'longest, ms': Math.max(...during.map(({ ms }) => ms)),
    'p99 after two timeouts, ms': p99(settled),
    'back after, ms': Math.min(...back.map(({ dueAt }) => dueAt)) - upAt,
  };
}

const shown = (value: string | number): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(4))) : value;

const rows = [await measure('refuses'), await measure('is silent')];
for (const row of rows) {
  const cells = Object.entries(row).map(([name, value]) => `${name} ${shown(value)}`);
  process.stdout.write(`${cells.join(', ')}\n`);
}
const isGood = rows.every(
  (row) => row.failed === 0 && row.share <= MOST_SHARE && row['back after, ms'] <= PROBE_MS,
);
if (process.argv.includes('--bars') && !isGood) process.exitCode = 1;
