import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { LOCAL_TOO } from '../http/address-guard.ts';
import { listen } from '../http/listen.ts';
import { systemClock } from '../time/clock.ts';
import { UpstreamWays } from './upstream-ways.ts';

interface Asked {
  readonly id?: number;
  readonly method: string;
}

/** A server of 2024, which answers everything in one stream: lists by an event of this many characters. */
async function startOldServer(listLength: number) {
  let stream: ServerResponse | undefined;
  const say = (event: string, data: string) => stream?.write(`event: ${event}\ndata: ${data}\n\n`);
  const listening = await listen(
    (request, response) => {
      if (request.method === 'GET') {
        stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
        say('endpoint', '/messages');
        return;
      }
      void text(request).then((body) => {
        response.writeHead(202).end();
        const { id, method } = JSON.parse(body) as Asked;
        if (id === undefined) return;
        const results: Record<string, object> = {
          initialize: {
            protocolVersion: '2024-11-05',
            capabilities: { tools: {} },
            serverInfo: { name: 'old', version: '1' },
          },
          'tools/list': { tools: [], padding: 'x'.repeat(listLength) },
        };
        const result = results[method];
        const error = { code: -32601, message: 'Method not found' };
        const answer = result ? { result } : { error };
        say('message', JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
      });
    },
    { host: '127.0.0.1', port: 0 },
  );
  return {
    url: `http://127.0.0.1:${listening.port}/sse`,
    [Symbol.asyncDispose]: () => listening.close(0),
  };
}

async function listOf(url: string): Promise<unknown> {
  const ways = new UpstreamWays({
    egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
    clock: systemClock,
  });
  try {
    const address = { owner: 'platform', transport: 'sse', headers: {}, token: undefined } as const;
    return await ways
      .to({ ...address, url }, { limits: { connectMs: 5_000, listMs: 60_000 } })
      .tools();
  } finally {
    await ways.close();
  }
}

it('a server of the older transport is asked', async () => {
  await using server = await startOldServer(10);
  expect(await listOf(server.url)).toEqual([]);
});

it('an answer of the older transport that is too long is refused as soon as it is, not when its time is up', async () => {
  await using server = await startOldServer(60_000_000);
  await expect(listOf(server.url)).rejects.toThrow('The answer is longer than is taken.');
}, 15_000);
