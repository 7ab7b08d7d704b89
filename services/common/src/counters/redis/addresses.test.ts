import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readEnvironment } from '../../config/environment.ts';
import { REDIS_ENVIRONMENT, redisAddressOf } from '../../config/redis-environment.ts';
import { systemClock } from '../../time/clock.ts';
import { issueCa, issueServer } from '../../tls/issue-certificate.ts';
import type { Demand } from '@aicp/contracts/limits/demands';
import { redisProgram, RedisServer } from '../testing/redis-server.ts';
import { openReplica, type Replica } from '../testing/replica.ts';
import { Board } from './board.ts';
import { openClient } from './open-client.ts';
import { RedisStore } from './store.ts';

const program = redisProgram();
const DEMAND: Demand = {
  counter: 'c',
  window: { kind: 'day', starts: [0] },
  limit: 4,
  amount: 1,
  isHeld: false,
};
/** What a limit of 4 leaves after one of 4 replicas has taken 1: 3 of all, or nothing of its own share. */
const REMAINING = { shared: 3, alone: 0 };

/** How the log says that the user lacks a right. */
const MISSING =
  /"warn".*(has no permissions|can't run this command).*"counters_(lost|still_lost|policy_unknown)"/;

const BOARD = { replica: 'one', keptMs: 5_000, patienceMs: 5_000 };

/** Uses all that counters use of a server. */
async function exercise({ counters, take }: Replica): Promise<void> {
  const today = { kind: 'day', starts: [Date.now() - 3_600_000] } as const;
  const windows: Demand['window'][] = [today, { kind: 'now' }, { kind: 'sliding', ms: 60_000 }];
  for (const isHeld of [true, false]) {
    const taken = await take(windows.map((window) => ({ ...DEMAND, isHeld, window })));
    if (taken.isTaken) taken.hold.giveBack();
  }
  await counters.peek([DEMAND]);
}

const addressOf = (environment: Record<string, string>) =>
  redisAddressOf(readEnvironment(z.object(REDIS_ENVIRONMENT), environment));

describe('the address of Redis', () => {
  it('is that of a server, of sentinels or of a cluster, with what is needed to sign in', () => {
    expect(addressOf({})).toBeUndefined();
    expect(addressOf({ AICP_REDIS_URL: 'rediss://me:s%20ecret@[::1]:7000/2' })).toEqual({
      where: { kind: 'server', node: { host: '::1', port: 7000 }, database: 2 },
      installation: 'aicp',
      tls: { ca: undefined },
      username: 'me',
      password: 's ecret',
    });
    expect(
      addressOf({ AICP_REDIS_SENTINELS: 'a:26379, b:26379', AICP_REDIS_MASTER: 'm' })?.where,
    ).toEqual({
      kind: 'sentinels',
      nodes: [
        { host: 'a', port: 26379 },
        { host: 'b', port: 26379 },
      ],
      master: 'm',
    });
  });

  it.each([
    [{ AICP_REDIS_URL: 'http://redis:6379' }, /AICP_REDIS_URL must be an address such as redis:/],
    [
      { AICP_REDIS_CLUSTER: 'redis-0' },
      /AICP_REDIS_CLUSTER must be addresses such as redis-0:6379/,
    ],
    [{ AICP_REDIS_SENTINELS: 'a:1' }, /AICP_REDIS_MASTER must be the name/],
    [{ AICP_REDIS_URL: 'redis://a', AICP_REDIS_CLUSTER: 'b:1' }, /set one of them/],
    [
      { AICP_REDIS_URL: 'redis://a', AICP_REDIS_PASSWORD_FILE: '/nowhere' },
      /AICP_REDIS_PASSWORD_FILE: cannot be read: \/nowhere/,
    ],
  ])('%j is refused', (environment, words) => {
    expect(() => addressOf(environment as Record<string, string>)).toThrow(words);
  });
});

/** Rights that counting does not need: gateways share cached answers by them. */
const OF_ANSWERS = ['+set', '+getrange'];

describe.skipIf(program === undefined)('counters in Redis', () => {
  const servers: RedisServer[] = [];
  const replicas: Replica[] = [];
  const serve = async (...options: string[]): Promise<RedisServer> => {
    const server = await RedisServer.start(program ?? '', options);
    servers.push(server);
    return server;
  };
  const open = async (
    more: Record<string, string>,
    options?: Parameters<typeof openReplica>[1],
  ): Promise<Replica> => {
    const replica = await openReplica({ installation: 'a', more }, options);
    replicas.push(replica);
    return replica;
  };
  const remaining = async ({ take }: Replica): Promise<number | undefined> =>
    (await take([DEMAND])).standings[0]?.remaining;
  afterEach(async () => {
    for (const { counters } of replicas.splice(0)) await counters.close();
    for (const server of servers.splice(0)) await server.stop();
  });

  it('are reached with a password, from a file too, and without the right one count alone and say why', async () => {
    const server = await serve('--requirepass', 'sesame');
    const file = join(server.directory, 'password');
    await writeFile(file, 'sesame\n');
    const url = { AICP_REDIS_URL: server.url };
    const right = await open({ ...url, AICP_REDIS_PASSWORD_FILE: file });
    expect(await remaining(right)).toBe(REMAINING.shared);
    for (const more of [{}, { AICP_REDIS_PASSWORD: 'wrong' }]) {
      const wrong = await open({ ...url, ...more });
      expect(await remaining(wrong)).toBe(REMAINING.alone);
      expect(wrong.log.join('')).toMatch(/counters_lost/);
      expect(wrong.counters.lostBecause).toMatch(/NOAUTH|WRONGPASS/);
    }
  });

  it('need the rights that the page names, and no other: with one fewer, the log says that one is missing', async () => {
    const page = await readFile('docs/operations/high-availability.md', 'utf8');
    const rights = /ACL SETUSER aicp on >… ([^`]+)`/.exec(page)?.[1]?.split(' ') ?? [];
    expect(rights.slice(0, 2)).toEqual(['~{aicp:*', '-@all']);
    const server = await serve();
    // What starts without a right is waited for 2 s by its clock.
    const clock = { ...systemClock, monotonic: () => 20 * systemClock.monotonic() };
    const times = { gatherMs: 10, deadlineMs: 20_000 };
    const urlOf = (right: string) => ({
      AICP_REDIS_URL: server.url.replace('//', `//without${encodeURIComponent(right)}:sesame@`),
    });
    const openWithout = async (right: string): Promise<Replica> => {
      const left = rights.filter((one) => one !== right);
      await server.call('ACL', 'SETUSER', `without${right}`, 'on', '>sesame', ...left);
      return await open(urlOf(right), { clock, times });
    };
    const full = await openWithout('');
    const counting = rights.slice(2).filter((right) => !OF_ANSWERS.includes(right));
    expect(counting).toHaveLength(rights.length - 2 - OF_ANSWERS.length);
    const others = await Promise.all(counting.map(openWithout));
    const logged = async (replica: Replica): Promise<string> => {
      await exercise(replica);
      return replica.log.join('');
    };
    // Those that came in find their server emptied then, and tell it what they counted.
    const hasBegun = /counters_shared|has no permissions|can't run this command/;
    for (const one of [full, ...others]) await expect.poll(() => logged(one)).toMatch(hasBegun);
    await server.call('FLUSHALL');
    await expect.poll(() => logged(full)).toMatch(/emptied[^]*counters_shared/);
    for (const replica of others) await expect.poll(() => logged(replica)).toMatch(MISSING);
    expect(await logged(full)).not.toMatch(MISSING);
    expect(full.changes).toContainEqual({ kind: 'policy', policy: 'noeviction', evicts: false });
    const client = openClient(addressOf(urlOf(''))!, Math.random);
    await once(client, 'ready');
    const board = new Board({ ...BOARD, store: new RedisStore(client, 'a') });
    expect(await board.exchange('a')).toEqual([]);
    await board.leave();
    client.disconnect();
  });

  it('count alone and say why where nothing listens, and where no Redis does', async () => {
    const server = await serve();
    await server.kill();
    const nobody = await open({ AICP_REDIS_URL: server.url });
    expect(await remaining(nobody)).toBe(REMAINING.alone);
    expect(nobody.counters.lostBecause).toContain('ECONNREFUSED');
    const http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    const address = http.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const other = await open({ AICP_REDIS_URL: `redis://127.0.0.1:${port}` });
    expect(await remaining(other)).toBe(REMAINING.alone);
    expect(other.counters.lostBecause).toBe('what answers there is no Redis');
    http.closeAllConnections();
    http.close();
  });

  it('are reached by TLS with a CA from a file, and not where it is another', async () => {
    const days = { fromMs: Date.now(), untilMs: Date.now() + 86_400_000 };
    const ca = await issueCa({ name: 'ca', ...days });
    const issued = await issueServer(ca, { name: 'redis', hosts: ['127.0.0.1'], ...days });
    const plain = await serve();
    const file = (name: string): string => join(plain.directory, name);
    await writeFile(file('ca'), ca.cert);
    await writeFile(file('cert'), issued.cert);
    await writeFile(file('key'), issued.key);
    await writeFile(file('other'), (await issueCa({ name: 'other', ...days })).cert);
    const tls = await serve(
      ...['--tls-cert-file', file('cert'), '--tls-key-file', file('key')],
      ...['--tls-ca-cert-file', file('ca'), '--tls-auth-clients', 'no', '--tls-port', 'PORT'],
    );
    const url = { AICP_REDIS_URL: `rediss://127.0.0.1:${String(tls.port)}` };
    expect(await remaining(await open({ ...url, AICP_REDIS_CA_FILE: file('ca') }))).toBe(
      REMAINING.shared,
    );
    const wrong = await open({ ...url, AICP_REDIS_CA_FILE: file('other') });
    expect(await remaining(wrong)).toBe(REMAINING.alone);
    expect(wrong.counters.lostBecause).toMatch(/certificate/i);
  });

  it('are reached in a cluster of three nodes', async () => {
    const cluster = ['--cluster-enabled', 'yes'];
    const nodes = await Promise.all([serve(...cluster), serve(...cluster), serve(...cluster)]);
    const clients = nodes.map(({ port }) => new Redis(port));
    const [first] = nodes;
    for (const [index, client] of clients.entries()) {
      const last = index === 2 ? 16_383 : index * 5_461 + 5_460;
      await client.call('CLUSTER', 'ADDSLOTSRANGE', index * 5_461, last);
      await client.call('CLUSTER', 'MEET', '127.0.0.1', first.port);
    }
    for (const client of clients) {
      await expect
        .poll(async () => await client.call('CLUSTER', 'INFO'))
        .toMatch(/cluster_state:ok[^]*known_nodes:3/);
    }
    const address = nodes.map(({ port }) => `127.0.0.1:${String(port)}`).join(',');
    const replica = await open({ AICP_REDIS_CLUSTER: address });
    await expect.poll(() => replica.counters.lostBecause).toBeUndefined();
    expect(await remaining(replica)).toBe(REMAINING.shared);
    for (const client of clients) client.disconnect();
  });

  it('are reached through a sentinel', async () => {
    const master = await serve();
    const file = join(master.directory, 'sentinel.conf');
    await writeFile(file, `sentinel monitor main 127.0.0.1 ${String(master.port)} 1\n`);
    const sentinel = await serve(file, '--sentinel');
    const replica = await open({
      AICP_REDIS_SENTINELS: `127.0.0.1:${String(sentinel.port)}`,
      AICP_REDIS_MASTER: 'main',
    });
    await expect.poll(() => replica.counters.lostBecause).toBeUndefined();
    expect(await remaining(replica)).toBe(REMAINING.shared);
  });
});
