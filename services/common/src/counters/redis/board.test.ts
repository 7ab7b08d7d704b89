import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RedisServer, redisProgram } from '../testing/redis-server.ts';
import { Board, MOST_ANSWERED_BYTES, MOST_NOTICES, type BoardOptions } from './board.ts';
import { openClient } from './open-client.ts';
import { RedisStore } from './store.ts';

const program = redisProgram();

const said = async (board: Board, text = '-') =>
  (await board.exchange(text)).map((notice) => `${notice.replica} ${notice.text}`).sort();

describe.skipIf(program === undefined)('a board in Redis', () => {
  let server: RedisServer;
  let client: ReturnType<typeof openClient>;
  const stores = new Map<string, RedisStore>();
  beforeAll(async () => {
    server = await RedisServer.start(program ?? '');
    const [host, port] = ['127.0.0.1', server.port];
    const where = { kind: 'server', node: { host, port }, database: 0 } as const;
    const nobody = { username: undefined, password: undefined, tls: undefined };
    client = openClient({ where, installation: 'any', ...nobody }, Math.random);
    await once(client, 'ready');
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });
  const boardOf = (
    installation: string,
    replica: string,
    more: Partial<BoardOptions> = {},
  ): Board => {
    const store = stores.get(installation) ?? new RedisStore(client, installation);
    stores.set(installation, store);
    return new Board({ store, replica, keptMs: 60_000, patienceMs: 5_000, ...more });
  };

  it('tells each replica what the others of its installation said last', async () => {
    const [one, two] = [boardOf('x', 'one'), boardOf('x', 'two')];
    expect(await said(one, 'a')).toEqual([]);
    expect(await said(two, 'b')).toEqual(['one a']);
    expect(await said(one, 'c: ä')).toEqual(['two b']);
    const [notice] = await two.exchange('b');
    expect(notice).toMatchObject({ replica: 'one', text: 'c: ä' });
    expect(notice?.ageMs).toBeGreaterThanOrEqual(0);
    expect(await said(boardOf('y', 'three'))).toEqual([]);
  });

  it('takes away what a replica said that leaves, and what one said that is silent', async () => {
    const [one, two] = [boardOf('left', 'one'), boardOf('left', 'two', { keptMs: 20 })];
    await two.exchange('b');
    await expect.poll(() => said(one)).toEqual([]);
    await one.leave();
    expect(await said(two)).toEqual([]);
    const keys = async () => (await client.keys('{aicp:left}*')).length;
    await expect.poll(keys).toBe(0);
  });

  it('answers no more than what is stated', async () => {
    const text = 'x'.repeat(MOST_ANSWERED_BYTES / 4);
    for (let index = 0; index < 6; index += 1) await boardOf('big', `r${index}`).exchange(text);
    const heard = await boardOf('big', 'r0').exchange('-');
    expect(heard.map(({ replica }) => replica)).toHaveLength(4);
    const many = Array.from({ length: MOST_NOTICES + 3 }, (_, index) => `r${index}`);
    const now = Date.now();
    await client.zadd('{aicp:many}:seen', ...many.flatMap((replica) => [now, replica]));
    await Promise.all(many.map((replica) => client.hset(`{aicp:many}:seen:${replica}`, 't', '-')));
    expect(await boardOf('many', 'r0').exchange('-')).toHaveLength(MOST_NOTICES);
  });

  it('takes away members of a time to come, and such as said nothing', async () => {
    const two = boardOf('wild', 'two');
    await two.exchange('b');
    const wild = Array.from({ length: 2 * MOST_NOTICES }, (_, index) => `wild${index}`);
    const put = async (score: (index: number) => number | string) => {
      await client.zadd('{aicp:wild}:seen', ...wild.flatMap((name, at) => [score(at), name]));
    };
    await put((index) => (index % 2 ? '+inf' : Date.now() + 3_600_000));
    expect(await said(boardOf('wild', 'one'), 'a')).toEqual(['two b']);
    expect(await client.zcard('{aicp:wild}:seen')).toBe(2);
    await put(() => Date.now());
    await expect
      .poll(async () => [await said(two, 'b'), await client.zcard('{aicp:wild}:seen')])
      .toEqual([['one a'], 2]);
  });

  it('asks a server that hangs once, and goes on when it does', async () => {
    const board = boardOf('hung', 'one', { patienceMs: 20 });
    server.signal('SIGSTOP');
    await expect(board.exchange('a')).rejects.toThrow('no answer within 20 ms');
    await expect(board.exchange('b')).rejects.toThrow('no answer yet');
    server.signal('SIGCONT');
    const patient = boardOf('hung', 'two');
    await expect.poll(() => said(patient)).toEqual(['one a']);
    await expect.poll(() => said(board, 'c').catch(() => [])).toEqual(['two -']);
  });
});
