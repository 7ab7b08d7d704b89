import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { issueCa, issueServer } from '@aicp/common/tls/issue-certificate';
import { afterAll, expect, it } from 'vitest';
import type { ModelFragment, ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { askRaw, askSlowly, rawRequest } from '../testing/clients.ts';
import { key, model, provider, rateLimit, simulated } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { counted } from '../testing/limited-gateway.ts';
import { startRawPeer, type RawPeer } from '../testing/raw-peer.ts';
import { completion, delta, ENDING } from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { waitFor } from '../testing/wait-for.ts';

/*
 * What each fault comes to, where another provider stands behind the faulty one and where none does, as docs/operations/gateway.md says
 * it. `make prove` prints the table.
 */

/** The faults in a row that open a circuit. One more could be the probe of a circuit that has waited long enough, where the machine is slow. */
const ROUNDS = 5;
const STALL_MS = 150;

interface Fault {
  readonly isStream?: boolean;
  /** What the provider does with a request. */
  readonly plays?: (socket: Socket) => void;
  /** Where it is, if that is the fault. */
  readonly baseUrl?: (tls: RawPeer) => string;
  /** Which of its times is short. */
  readonly timeouts?: ProviderFragment['timeouts'];
  /** What the client does, if that is the fault. */
  readonly client?: 'slow' | 'gone';
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: ';
const STREAM = `${HEAD}text/event-stream\r\nconnection: close\r\n\r\n`;
const GOOD = JSON.stringify(completion('good'));
const status = (code: number) => (socket: Socket) => {
  socket.write(`HTTP/1.1 ${code} X\r\ncontent-length: 2\r\n\r\n{}`);
};
const writes = (wire: string) => (socket: Socket) => {
  socket.write(wire);
};
const ends = (wire: string) => (socket: Socket) => {
  socket.end(wire);
};
const endless = (socket: Socket): void => {
  const pour = (): void => {
    while (socket.writable && socket.write(': so it goes on\n\n'.repeat(500)));
    if (socket.writable) socket.once('drain', pour);
  };
  socket.write(STREAM);
  pour();
};
const long = [...Array.from({ length: 2000 }, () => delta('word '.repeat(50))), ...ENDING].join('');

const FAULTS: Readonly<Record<string, Fault>> = {
  'refuses the connection': { baseUrl: () => 'http://127.0.0.1:9/v1' },
  'its name is unknown': { baseUrl: () => 'http://nowhere.invalid/v1' },
  'its certificate is wrong': { baseUrl: ({ port }) => `https://127.0.0.1:${port}/v1` },
  'resets the connection': { plays: (socket) => socket.resetAndDestroy() },
  'stalls before the first byte': { plays: () => undefined, timeouts: { firstByteMs: STALL_MS } },
  'stalls after the first byte': {
    isStream: true,
    plays: writes(STREAM + delta('half')),
    timeouts: { idleMs: STALL_MS },
  },
  'answers 429': { plays: status(429) },
  'answers 500': { plays: status(500) },
  'answers 503': { plays: status(503) },
  'answers 529': { plays: status(529) },
  'answers 400': { plays: status(400) },
  'sends garbage': { plays: writes('220 mail.example ESMTP\r\n\r\n') },
  'sends half a frame': { isStream: true, plays: ends(STREAM + delta('lost').slice(0, 40)) },
  'sends half a frame after others': {
    isStream: true,
    plays: ends(STREAM + delta('half') + delta('lost').slice(0, 40)),
  },
  'sends a body without end': { isStream: true, plays: endless },
  'sends less than its length': {
    plays: ends(
      `${HEAD}application/json\r\ncontent-length: ${GOOD.length + 9}\r\n\r\n${GOOD.slice(9)}`,
    ),
  },
  'the client reads slowly': { isStream: true, plays: ends(STREAM + long), client: 'slow' },
  'the client leaves': { isStream: true, plays: writes(STREAM + delta('half')), client: 'gone' },
};
const NAMES = Object.keys(FAULTS);
const isStall = (name: string): boolean => name.startsWith('stalls');

/** A peer that does with a request what its path says: the number of a fault. */
const startFaulty = () =>
  startRawPeer((socket, read) => {
    const index = /^POST \/(\d+)\//.exec(read)?.[1];
    if (index !== undefined) FAULTS[NAMES[Number(index)] ?? '']?.plays?.(socket);
  });

async function startMatrix() {
  const times = { fromMs: Date.now(), untilMs: Date.now() + 3_600_000 };
  const ca = await issueCa({ name: 'nobody trusts it', ...times });
  const certificate = await issueServer(ca, { name: 'x', hosts: ['127.0.0.1'], ...times });
  const peer = await startFaulty();
  const tls = await startRawPeer(() => undefined, { certificate });
  const baseUrlOf = (index: number) =>
    FAULTS[NAMES[index] ?? '']?.baseUrl?.(tls) ?? `http://127.0.0.1:${peer.port}/${index}/v1`;
  const each = <T>(make: (index: number, providers: 1 | 2) => T) =>
    NAMES.flatMap((_, index) => [make(index, 2), make(index, 1)]);
  const providerOf = (index: number, count: 1 | 2): ProviderFragment =>
    provider(`p${count}-${index}`, {
      baseUrl: baseUrlOf(index),
      timeoutMs: 30_000,
      timeouts: FAULTS[NAMES[index] ?? '']?.timeouts,
    });
  const modelOf = (index: number, count: 1 | 2): ModelFragment =>
    model(`m${count}-${index}`, `p${count}-${index}`, { fallbacks: count === 2 ? ['spare'] : [] });
  const gateway = await startTestGateway({
    // Circuits wait as long as they ever do for their first probe.
    random: () => 0.999,
    fragments: {
      providers: [...each(providerOf), simulated('healthy', { outputTokens: 2 })],
      models: [...each(modelOf), model('spare', 'healthy')],
      keys: [key('alice')],
      rateLimits: [rateLimit('each-key', { concurrent: 1000 })],
    },
  });
  return {
    gateway,
    peers: [peer, tls],
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await peer[Symbol.asyncDispose]();
      await tls[Symbol.asyncDispose]();
    },
  };
}

/** Asks a model as a fault says; answers what the client got. */
async function ask(
  { url }: TestGateway,
  name: string,
  { isStream = false, client }: Fault,
): Promise<string> {
  if (!client) return String((await askRaw(url, name, { stream: isStream })).status);
  const slow = askSlowly(Number(new URL(url).port), rawRequest({ model: name, stream: true }));
  if (client === 'gone') await slow.readUpTo(300);
  else for (let bytes = 50_000; bytes <= 1_000_000; bytes += 50_000) await slow.readUpTo(bytes);
  slow.leave();
  return slow.status;
}

/** What is closed in the end, and what is open, of a provider's circuits. */
function circuitOf({ running }: TestGateway, id: string): string {
  const target = running.health.targets().find((one) => one.provider.name === id);
  if (target?.provider.circuit.state !== 'closed') return 'open';
  return target.circuit.state === 'closed' ? 'closed' : 'open, of the credential';
}

/** The cells of the table under the heading in the page, a row each. */
function documented(): string[] {
  const page = join(import.meta.dirname, '../../../../docs/operations/gateway.md');
  const [, after = ''] = readFileSync(page, 'utf8').split('### What a failure comes to');
  const [section = ''] = after.split(/^##/m);
  const cells = (line: string) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .join(' | ')
      .trim();
  return section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map(cells);
}

const printed: string[] = [];

afterAll(() => {
  if (process.env['AICP_PRINT_FAULTS'] === '1') process.stdout.write(`${printed.join('\n')}\n`);
});

async function measure({ gateway }: Awaited<ReturnType<typeof startMatrix>>): Promise<string[]> {
  const one = async (name: string, fault: Fault): Promise<string> => {
    const first = await ask(gateway, name, fault);
    for (let round = 1; round < ROUNDS; round += 1) await ask(gateway, name, fault);
    return first;
  };
  const asked = new Map<string, readonly string[]>();
  const askAll = async (names: readonly string[]): Promise<void> => {
    for (const name of names) {
      const index = NAMES.indexOf(name);
      const fault = FAULTS[name] ?? {};
      asked.set(name, await Promise.all([one(`m2-${index}`, fault), one(`m1-${index}`, fault)]));
    }
  };
  await Promise.all([
    askAll(NAMES.filter(isStall)),
    askAll(NAMES.filter((name) => !isStall(name))),
  ]);
  const records = await usageOf(gateway, NAMES.length * 2 * ROUNDS);
  const recordOf = (id: string): string => {
    const record = records.find(({ model_asked }) => model_asked === id);
    const by = record?.model_served === 'spare' ? ', by the other' : '';
    return `${record?.attempts} ${record?.attempts === 1 ? 'attempt' : 'attempts'}${by}, \`${record?.completion}\``;
  };
  return NAMES.map((name, index) => {
    const [two = '', single = ''] = asked.get(name) ?? [];
    const circuits = [`p2-${index}`, `p1-${index}`].map((id) => circuitOf(gateway, id));
    expect(circuits[0], name).toBe(circuits[1]);
    const cells = [
      name,
      `${two}, ${recordOf(`m2-${index}`)}`,
      `${single}, ${recordOf(`m1-${index}`)}`,
      circuits[0],
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

it('every fault comes to what the page says, and leaves nothing behind', async () => {
  const before = process.getActiveResourcesInfo().length;
  const matrix = await startMatrix();
  const { gateway, peers } = matrix;
  printed.push(...(await measure(matrix)));
  expect(printed).toEqual(documented());
  await waitFor(() => peers.every(({ sockets }) => sockets.every(({ destroyed }) => destroyed)));
  await waitFor(async () => (await counted(gateway, 'key/alice:concurrent', 'now')) === 0);
  expect(gateway.running.health.targets().map(({ inFlight }) => inFlight)).toEqual(
    gateway.running.health.targets().map(() => 0),
  );
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  expect(metrics.match(/^aicp_gateway_held_bytes.* [1-9].*$/gm)).toBeNull();
  await matrix[Symbol.asyncDispose]();
  await waitFor(() => process.getActiveResourcesInfo().length <= before);
});
