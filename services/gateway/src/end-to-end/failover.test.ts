import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REDIS_ENVIRONMENT } from '@aicp/common/config/redis-environment';
import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { key, model, rateLimit, simulated } from '../testing/fragments.ts';
import { ask, limitHeaders } from '../testing/limited-gateway.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

const program = redisProgram();
const LIMIT = 1_000_000;
const PATIENCE = { timeout: 30_000 };

/** Servers that stand in for each other. */
interface Store {
  /** By which gateways find it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The one that has the counts. */
  readonly first: RedisServer;
}

type Serve = (...options: string[]) => Promise<RedisServer>;

/** Says a command to a server until the answer is as expected. */
async function until(server: RedisServer, command: string, expected: RegExp): Promise<void> {
  const [name = '', ...values] = command.split(' ');
  await expect.poll(() => server.call(name, ...values), PATIENCE).toMatch(expected);
}

/** A master, a copy of it, and a sentinel that puts the copy in its place. */
async function watched(serve: Serve): Promise<Store> {
  const first = await serve('--repl-diskless-sync-delay', '0');
  const copy = await serve('--replicaof', '127.0.0.1', String(first.port));
  const file = join(first.directory, 'sentinel.conf');
  const settings = [
    `monitor main 127.0.0.1 ${String(first.port)} 1`,
    'down-after-milliseconds main 500',
    'failover-timeout main 3000',
  ];
  await writeFile(file, settings.map((one) => `sentinel ${one}\n`).join(''));
  const sentinel = await serve(file, '--sentinel');
  await until(copy, 'ROLE', /,connected,/);
  await until(sentinel, 'SENTINEL MASTER main', /num-slaves,1,/);
  const AICP_REDIS_SENTINELS = `127.0.0.1:${String(sentinel.port)}`;
  return { first, environment: { AICP_REDIS_SENTINELS, AICP_REDIS_MASTER: 'main' } };
}

/** A cluster of three nodes that may vote, of which one has all slots, and a copy of that one. */
async function clustered(serve: Serve): Promise<Store> {
  const node = () =>
    serve(
      ...['--cluster-enabled', 'yes', '--cluster-node-timeout', '500'],
      ...['--repl-diskless-sync-delay', '0'],
    );
  const nodes = [await node(), await node(), await node(), await node()] as const;
  const [first, second, third, copy] = nodes;
  // Whoever has a slot has a vote.
  const slots = [
    [first, 0, 16_381],
    [second, 16_382, 16_382],
    [third, 16_383, 16_383],
  ] as const;
  for (const [server, from, to] of slots) {
    await until(server, `CLUSTER ADDSLOTSRANGE ${from} ${to}`, /OK/);
  }
  for (const server of nodes.slice(1))
    await until(server, `CLUSTER MEET 127.0.0.1 ${first.port}`, /OK/);
  for (const server of nodes) await until(server, 'CLUSTER INFO', /state:ok[^]*known_nodes:4/);
  await until(copy, `CLUSTER REPLICATE ${await first.call('CLUSTER', 'MYID')}`, /OK/);
  await until(copy, 'ROLE', /,connected,/);
  const addresses = nodes.map((server) => `127.0.0.1:${String(server.port)}`);
  return { first, environment: { AICP_REDIS_CLUSTER: addresses.join(',') } };
}

it.skipIf(program === undefined || process.env['AICP_FAILOVERS'] === undefined).each([
  ['a master that is watched by a sentinel', watched],
  ['a node of a cluster', clustered],
])(
  'gateways that count in %s go on when it dies, and its successor knows every request',
  { timeout: 90_000 },
  async (_, start) => {
    await using stack = new AsyncDisposableStack();
    const { environment, first } = await start(async (...options) => {
      const server = await RedisServer.start(program ?? '', options);
      stack.defer(() => server.stop());
      return server;
    });
    const redis = z.object(REDIS_ENVIRONMENT).parse(environment);
    const gateways: TestGateway[] = [];
    for (const instance of ['gateway-0', 'gateway-1']) {
      const fragments = {
        providers: [simulated('sim')],
        models: [model('small', 'sim')],
        keys: [key('alice')],
        rateLimits: [rateLimit('all', { scope: 'global', rpd: LIMIT })],
      };
      const gateway = await startTestGateway({
        config: { instance, redis },
        replicas: 2,
        fragments,
      });
      gateways.push(stack.use(gateway));
    }
    const statuses: number[] = [];
    const counted = async (gateway: TestGateway): Promise<number> => {
      const answer = await ask(gateway);
      statuses.push(answer.status);
      return LIMIT - Number(limitHeaders(answer)['remaining-requests']);
    };
    /** Whether both count together, and know all that either was asked. */
    const areTogether = () =>
      expect
        .poll(async () => {
          const counts = [];
          for (const gateway of gateways) counts.push((await counted(gateway)) - statuses.length);
          return counts;
        }, PATIENCE)
        .toEqual([0, 0]);
    await areTogether();
    let isOver = false;
    const clients = gateways.map(async (gateway) => {
      while (!isOver) await counted(gateway);
    });
    await expect.poll(() => statuses.length).toBeGreaterThan(200);
    const began = performance.now();
    await first.kill();
    const modes = () =>
      gateways.map(({ operator }) => operator.polls.at(-1)?.health?.counters?.mode);
    await expect.poll(modes, PATIENCE).toEqual(['alone', 'alone']);
    await expect.poll(modes, PATIENCE).toEqual(['shared', 'shared']);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    isOver = true;
    await Promise.all(clients);
    process.stdout.write(
      `counting together ${seconds} s after the death, ${statuses.length} requests\n`,
    );
    await areTogether();
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  },
);
