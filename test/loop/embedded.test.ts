import { afterAll, beforeAll, expect, it } from 'vitest';
import { EmbeddedServer } from './embedded-server.ts';
import { measureLatency } from './latency.ts';
import { loopCases } from './loop-cases.ts';

let server: EmbeddedServer;

beforeAll(async () => {
  server = await EmbeddedServer.start();
});

afterAll(() => server.stop());

loopCases({ server: () => server.namespace(), restart: () => server.restart() });

it('brings a change to the last of three replicas within a second among 1,000 objects', async () => {
  const { p99Ms } = await measureLatency(await server.namespace(), {
    objects: 1_000,
    changes: 30,
    replicas: 3,
  });
  expect(p99Ms).toBeLessThan(process.env['AICP_EXACT_TIMES'] === '1' ? 1_000 : 10_000);
}, 300_000);
