import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { ApiClient } from '@aicp/test/kubernetes/control-plane/api-client';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import { expect, it } from 'vitest';
import { ServiceNames } from './service-names.ts';

type Fault = (response: ServerResponse) => unknown;

const service = (name: string, clusterIP?: string) => ({
  metadata: { name, namespace: 'aicp' },
  spec: clusterIP === undefined ? {} : { clusterIP },
});
const SERVICES = [service('b', '10.0.0.2'), service('a', '10.0.0.1'), service('headless', 'None')];
const HOSTS = '10.0.0.1 a.aicp.svc.cluster.local\n10.0.0.2 b.aicp.svc.cluster.local\n';

/** Names that follow an API server with faults first, until `isEnough`. */
async function following(options: {
  readonly faults?: readonly Fault[];
  readonly serve?: (hosts: string) => Promise<void>;
  readonly callMs?: number;
}) {
  const faults = (options.faults ?? []).values();
  const server = createServer((_request, response) => {
    const fault = faults.next().value;
    if (fault) fault(response);
    else response.end(JSON.stringify({ items: SERVICES }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new ApiClient({ url, ca: '', token: 'token' });
  const served: string[] = [];
  const said: string[] = [];
  const waits: number[] = [];
  const names = new ServiceNames({
    client,
    serve: async (hosts) => {
      await options.serve?.(hosts);
      served.push(hosts);
    },
    say: (line) => said.push(line),
    sleep: async (ms) => {
      waits.push(ms);
      await setImmediate();
    },
    callMs: options.callMs ?? 30_000,
  });
  names.start();
  try {
    await until(() => served.length > 2, { what: 'names are served' });
  } finally {
    await names.stop();
    await client.close();
    server.closeAllConnections();
    server.close();
  }
  return { served, said, waits };
}

it('serves the names of Services that have an address, and says nothing of it', async () => {
  const { served, said } = await following({});
  expect(new Set(served)).toEqual(new Set([HOSTS]));
  expect(said).toEqual([]);
});

it.each<[string, Fault, RegExp]>([
  ['refuses a call', (response) => response.writeHead(503).end('not ready'), /503 not ready/],
  ['forgot a version', (response) => response.writeHead(410).end('too old'), /410 too old/],
  ['cuts a connection', (response) => response.destroy(), /other side closed/],
  ['ends in the middle', (response) => response.writeHead(200).end('{"items":[{'), /JSON/],
])('goes on where the API server %s, and says what failed', async (_what, fault, why) => {
  const { served, said } = await following({ faults: [fault] });
  expect(served.at(-1)).toBe(HOSTS);
  expect(said).toHaveLength(2);
  expect(said[0]).toMatch(why);
  expect(said[1]).toMatch(/again after 1 tries/);
});

it('gives up a call that is never answered', async () => {
  const { served, said } = await following({ faults: [() => undefined], callMs: 100 });
  expect(served.at(-1)).toBe(HOSTS);
  expect(said[0]).toMatch(/timeout/);
});

it('goes on where the name server does not take the names', async () => {
  let times = 0;
  const serve = async (): Promise<void> => {
    times += 1;
    await Promise.resolve();
    if (times === 2) throw new Error('dnsmasq ended');
  };
  const { said } = await following({ serve });
  expect(said[0]).toMatch(/dnsmasq ended/);
});

it('waits longer after each failure, and 5 s at most', async () => {
  const fault: Fault = (response) => response.writeHead(500).end('no');
  const { waits } = await following({ faults: Array<Fault>(7).fill(fault) });
  expect(waits.slice(0, 8)).toEqual([600, 1200, 2400, 4800, 5000, 5000, 5000, 300]);
});
