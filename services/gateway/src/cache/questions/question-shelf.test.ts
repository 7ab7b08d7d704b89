import { randomBytes } from 'node:crypto';
import { REDIS_ENVIRONMENT } from '@aicp/common/config/redis-environment';
import { openStore } from '@aicp/common/counters/redis/open-counters';
import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { QuestionShelf, type Position } from './question-shelf.ts';

const program = redisProgram();
const TTL_MS = 60_000;
const MOST_QUESTION = 32_768;
const MOST_READ_BYTES = 262_144;

/** A shelf in a server of its own. */
async function startShelf() {
  const parts = new AsyncDisposableStack();
  const redis = parts.adopt(await RedisServer.start(program ?? ''), (one) => one.stop());
  const environment = z.object(REDIS_ENVIRONMENT).parse({ AICP_REDIS_URL: redis.url });
  const store = openStore(environment, () => 0);
  if (!store) throw new Error('no address');
  parts.defer(() => {
    store.close();
  });
  await vi.waitUntil(() => store.isReady, { timeout: 20_000 });
  const shelf = new QuestionShelf(store);
  const write = (question: string | Buffer, name = 'group') =>
    shelf.write(name, Buffer.from(question), TTL_MS);
  const read = async (position?: Position, name = 'group') => {
    const news = await shelf.read(name, position);
    return { ...news, texts: news.sealed.map(String) };
  };
  return { redis, write, read, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

describe.skipIf(program === undefined)('a group of questions in Redis', () => {
  it('has the latest 128, of which those that are new are read, 32 at a time, the oldest first', async () => {
    await using shelf = await startShelf();
    expect(await shelf.read()).toEqual({ sealed: [], texts: [], position: undefined });
    for (let one = 1; one <= 130; one += 1) expect(await shelf.write(`q${one}`)).toBe(true);
    const texts: string[] = [];
    let position: Position | undefined;
    for (let turn = 1; turn <= 4; turn += 1) {
      const news = await shelf.read(position);
      texts.push(...news.texts);
      expect(texts).toHaveLength(32 * turn);
      ({ position } = news);
    }
    expect(texts).toEqual(Array.from({ length: 128 }, (_, at) => `q${at + 3}`));
    expect((await shelf.read(position)).texts).toEqual([]);
    await shelf.write('q131');
    expect((await shelf.read(position)).texts).toEqual(['q131']);
    expect((await shelf.read(undefined, 'another')).texts).toEqual([]);
    expect(Number(await shelf.redis.call('HLEN', '{aicp:aicp}:alike:group'))).toBe(130);
  });

  it('is read from the start where it was made anew, or counts less than before', async () => {
    await using shelf = await startShelf();
    for (const one of ['a', 'b', 'c']) await shelf.write(one);
    const { position } = await shelf.read();
    await shelf.redis.call('FLUSHALL');
    for (const one of ['d', 'e', 'f', 'g']) await shelf.write(one);
    expect((await shelf.read(position)).texts).toEqual(['d', 'e', 'f', 'g']);
    const after = await shelf.read();
    await shelf.redis.call('HSET', '{aicp:aicp}:alike:group', 'n', '2');
    expect((await shelf.read(after.position)).texts).toEqual(['d', 'e']);
  });

  it('is read so many bytes at a time, and on from there', async () => {
    await using shelf = await startShelf();
    const large = Array.from({ length: 20 }, () => randomBytes(MOST_QUESTION));
    for (const one of large) await shelf.write(one);
    const found: Buffer[] = [];
    let position: Position | undefined;
    for (let turn = 0; turn < 3; turn += 1) {
      const news = await shelf.read(position);
      const bytes = news.sealed.reduce((sum, { length }) => sum + length, 0);
      expect(bytes).toBeLessThanOrEqual(MOST_READ_BYTES);
      found.push(...news.sealed);
      ({ position } = news);
    }
    expect(Buffer.concat(found).equals(Buffer.concat(large))).toBe(true);
  });

  it('hands out nothing that is longer than a question, and what is beside it', async () => {
    await using shelf = await startShelf();
    await shelf.write('a');
    await shelf.write(Buffer.alloc(MOST_QUESTION + 1));
    await shelf.redis.call('HSET', '{aicp:aicp}:alike:group', 'x', 'whatever');
    await shelf.write('b');
    expect((await shelf.read()).texts).toEqual(['a', '', 'b']);
  });

  it.each([
    ['a count that is none', 'n', 'x'],
    ['a count below all', 'n', '-5'],
    ['a part of one', 'n', '1.5'],
    ['a count of another base', 'n', '0x10'],
    ['a count without end', 'n', 'inf'],
    ['a count beyond all', 'n', '9'.repeat(15)],
    ['a count that no number holds', 'n', '9'.repeat(19)],
    ['a long count', 'n', 'x'.repeat(100_000)],
    ['a short name of the hash', 'g', 'x'],
    ['a long name of the hash', 'g', 'x'.repeat(100_000)],
  ])('is none where somebody put %s there, and is made anew', async (_, field, value) => {
    await using shelf = await startShelf();
    await shelf.write('a');
    await shelf.redis.call('HSET', '{aicp:aicp}:alike:group', field, value);
    expect((await shelf.read()).texts.join('')).toBe('');
    expect(await shelf.write('b')).toBe(true);
    expect((await shelf.read()).texts).toEqual(['b']);
  });
});
