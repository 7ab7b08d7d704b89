import { createLogger } from '@aicp/common/log/logger';
import type { Standing } from '@aicp/common/counters/counters';
import { Budgets } from '@aicp/contracts/budgets/budgets';
import type { Demand } from '@aicp/contracts/limits/demands';
import { expect, it, onTestFinished, vi } from 'vitest';
import { budget } from '../testing/budgets.ts';
import { principal } from '../testing/request-facts.ts';
import { KnownMoney } from './known-money.ts';

const AT = Date.UTC(2026, 10, 21);

/** Counters that others count in, and that answer when they are told to. */
function shared() {
  vi.useFakeTimers({ now: AT, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const looks: Demand[][] = [];
  let fails = false;
  const money = new KnownMoney({
    counters: {
      known: (demands): Standing[] => demands.map(() => ({ remaining: 7, resetMs: 0 })),
      learn: async (demands) => {
        looks.push([...demands]);
        await Promise.resolve();
        if (fails) throw new Error('away');
      },
    },
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    log: createLogger({ service: 'test', level: 'silent' }),
  });
  onTestFinished(() => {
    money[Symbol.dispose]();
  });
  const budgets = new Budgets({
    budgets: [budget('each', '1'), budget('hourly', '1', { window: '1h' })],
    timeZone: 'UTC',
    isEnforced: true,
  });
  const question = (key: string) => ({
    budgets,
    counters: budgets.of(principal({ key })),
    at: Date.now(),
  });
  const fail = () => {
    fails = true;
  };
  return { money, looks, question, fail };
}

it('looks once for all who ask at once about what nobody asked about before, and then no request waits', async () => {
  const { money, looks, question } = shared();
  const waiting = [money.learn(question('a')), money.learn(question('a'))];
  expect(waiting.every((one) => one instanceof Promise)).toBe(true);
  await Promise.all(waiting.flatMap((one) => one ?? []));
  expect(looks.map((some) => some.map(({ counter }) => counter))).toEqual([
    ['key//a:usd-month', 'key//a:usd-1h'],
  ]);
  expect(money.learn(question('a'))).toBeUndefined();
  expect(money.leftOf(question('a'), question('a').counters[0]!, 10)).toBe(7);
});

it('looks every second beside the requests, until nobody has asked for ten minutes, and at periods until they end', async () => {
  const { money, looks, question } = shared();
  await money.learn(question('a'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toHaveLength(61);
  expect(money.learn(question('a'))).toBeUndefined();
  await vi.advanceTimersByTimeAsync(601_000);
  const { length } = looks;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toHaveLength(length);
  expect(money.learn(question('a'))).toBeInstanceOf(Promise);
  await vi.advanceTimersByTimeAsync(3_600_000 - 721_000 - 1_000);
  void money.learn(question('a'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(looks.at(-1)?.map(({ counter }) => counter)).toEqual(['key//a:usd-month']);
  expect(money.learn(question('a'))).toBeInstanceOf(Promise);
});

it('keeps to two thousand counters, and asks for two hundred at a time', async () => {
  const { money, looks, question } = shared();
  for (let n = 0; n < 1_200; n += 1) await money.learn(question(`k${n}`));
  looks.length = 0;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 200));
});

it('lets requests go on where nobody answers', async () => {
  const { money, question, fail } = shared();
  fail();
  await money.learn(question('a'));
  expect(money.learn(question('a'))).toBeUndefined();
});
