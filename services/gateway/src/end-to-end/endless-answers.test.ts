import { writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { saying } from '../testing/client-of.ts';
import { key, model, provider, snapshotOf } from '../testing/fragments.ts';
import { startGatewayProcess } from '../testing/gateway-process.ts';
import { pour } from '../testing/pour.ts';
import { startRawPeer } from '../testing/raw-peer.ts';
import { startSnapshotServer } from '../testing/snapshot-server.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';

const AT_A_TIME = 30;
const MOST_MIB = 400;
const PIECE = Buffer.alloc(65_536, 'x');

/** A gateway as a process of its own, before a provider that pours. */
async function startWith(pours: (socket: Socket) => void) {
  const directory = await temporaryDirectory();
  let poured = 0;
  const peer = await startRawPeer((socket, read) => {
    if (!read.startsWith('POST ')) return;
    poured += 1;
    pours(socket);
  });
  const operator = await startSnapshotServer(
    snapshotOf({
      providers: [provider('only', { baseUrl: `http://127.0.0.1:${peer.port}/v1` })],
      models: [model('main', 'only')],
      keys: [key('alice')],
    }),
  );
  const token = join(directory.path, 'token');
  await writeFile(token, 'secret');
  const gateway = await startGatewayProcess({
    AICP_DATA_DIR: directory.path,
    AICP_OPERATOR_URL: operator.url,
    AICP_TOKEN_FILE: token,
    AICP_EGRESS_ALLOW: 'loopback',
  });
  const url = `http://127.0.0.1:${gateway.port}`;
  return {
    url,
    poured: () => poured,
    peakMemory: () => gateway.peakMemory(),
    ask: async () => {
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk-alice' },
        body: JSON.stringify({ model: 'main', messages: saying('hi') }),
        signal: AbortSignal.timeout(20_000),
      });
      await response.body?.pipeTo(new WritableStream());
      return response.status;
    },
    [Symbol.asyncDispose]: async () => {
      await gateway.end('SIGTERM');
      await operator.close();
      await peer[Symbol.asyncDispose]();
      await directory[Symbol.asyncDispose]();
    },
  };
}

const endless = (status: string): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n`;

it.each([
  ['errors of the provider', '500 X', '{"error":{"message":"', [502]],
  ['errors of the request', '400 X', '{"error":{"message":"', [400]],
  ['answers', '200 OK', '{"choices":[],"x":"', [502, 503, 504]],
])(
  '30 endless %s at a time end, and keep the gateway below 400 MiB',
  async (_what, status, begin, expected) => {
    const head = endless(status) + begin;
    await using around = await startWith((socket) => {
      pour(socket, head, { piece: PIECE });
    });
    const statuses = await Promise.all(Array.from({ length: AT_A_TIME }, () => around.ask()));
    expect(statuses.filter((one) => !expected.includes(one))).toEqual([]);
    expect(around.poured()).toBe(AT_A_TIME);
    expect(await around.peakMemory()).toBeLessThan(MOST_MIB);
  },
  60_000,
);
