import { ManualClock, settle, until } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CountingThread } from './counting-thread.ts';

const O200K = 'o200k_base';

describe('the thread that counts tokens', () => {
  let clock: ManualClock;
  let thread: CountingThread;
  const failures: unknown[] = [];

  beforeEach(() => {
    clock = new ManualClock();
    thread = new CountingThread({ clock, onFailure: (error) => failures.push(error) });
    thread.start();
  });
  afterEach(async () => {
    await thread.stop();
    expect(failures).toEqual([]);
  });

  it('counts texts together', async () => {
    expect(await thread.count([], O200K)).toBe(0);
    expect(await thread.count(['hello world', 'hello'], O200K)).toBe(3);
  });

  it('counts in the encoding that is asked for', async () => {
    // From OpenAI’s cookbook: the two differ in how they split this.
    const birthday = 'お誕生日おめでとう';
    expect(await thread.count([birthday], 'cl100k_base')).toBe(9);
    expect(await thread.count([birthday], O200K)).toBe(8);
  });

  it('lets a short prompt pass a long one', async () => {
    const order: string[] = [];
    const long = thread
      .count(['lorem ipsum '.repeat(80_000)], O200K)
      .then(() => order.push('long'));
    const short = thread.count(['hello'], O200K).then(() => order.push('short'));
    await Promise.all([long, short]);
    expect(order).toEqual(['short', 'long']);
  });

  it('takes so much at a time and no more', async () => {
    const first = thread.count(['a '.repeat(8_000_000)], O200K);
    await expect(thread.count(['b '.repeat(1_000_000)], O200K)).rejects.toMatchObject({
      status: 503,
    });
    await thread.stop();
    await expect(first).rejects.toThrow('has ended');
  });

  it('ends when nobody asks for long, and begins again', async () => {
    await thread.count(['hello'], O200K);
    await clock.advance(11 * 60_000);
    await settle();
    await until('it counts again', async () => (await thread.count(['hello'], O200K)) === 1);
  });
});
