import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { countsSchema, type Counts, difference, NOTHING } from './load.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const good: Answer = (response) => response.end('data: [DONE]\n\n');

/** What the client counts once `isEnough`, where the server answers so, and well from then on. */
async function counted(first: readonly Answer[], isEnough: (counts: Counts) => boolean) {
  const script = first.values();
  const server = createServer((request, response) => {
    request.resume().once('end', () => (script.next().value ?? good)(response, request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = spawn(process.execPath, [join(import.meta.dirname, 'client.ts')], {
    env: { GATEWAY_URL: url, AICP_KEY: 'key' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const line of createInterface({ input: client.stdout })) {
      const counts = countsSchema.parse(JSON.parse(line));
      if (isEnough(counts)) return counts;
    }
    throw new Error('the client ended');
  } finally {
    client.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
  }
}

const some = ({ answered }: Counts): boolean => answered > 50;

it('counts what is answered', async () => {
  const { failed, lostConnections, wrong } = await counted([], some);
  expect({ failed, lostConnections, wrong }).toEqual({ failed: 0, lostConnections: 0, wrong: {} });
});

it('tries again where a connection is lost, and counts it', async () => {
  const lose: Answer = (_response, request) => request.socket.destroy();
  const counts = await counted([lose, lose], some);
  expect(counts).toMatchObject({ failed: 0, lostConnections: 2, wrong: { ECONNRESET: 2 } });
});

it('takes a refusal for an answer: it is counted as failed, and not tried again', async () => {
  const refuse: Answer = (response) => response.writeHead(503).end('draining');
  const counts = await counted([refuse], some);
  expect(counts).toMatchObject({ failed: 1, lostConnections: 0, wrong: { '503 draining': 1 } });
});

it('counts a stream that ends early as failed', async () => {
  const cut: Answer = (response) => response.end('data: {}\n\n');
  const counts = await counted([good, good, good, good, good, good, cut, cut, cut, cut], some);
  expect(counts.failed).toBeGreaterThan(0);
  expect(Object.keys(counts.wrong)).toEqual(['a stream without its end']);
});

it('keeps what came after, and leaves out what was wrong before alone', () => {
  const before = { ...NOTHING, sent: 10, answered: 8, failed: 2, wrong: { '503 x': 2, EPIPE: 1 } };
  const after = { ...NOTHING, sent: 30, answered: 26, failed: 4, wrong: { '503 x': 4, EPIPE: 1 } };
  expect(difference(before, after)).toEqual({
    sent: 20,
    answered: 18,
    failed: 2,
    lostConnections: 0,
    wrong: { '503 x': 2 },
  });
});
