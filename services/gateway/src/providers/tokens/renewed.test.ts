import { expect, it } from 'vitest';
import { Renewed, type Lease } from './renewed.ts';

/** Hands out 1, 2, 3 and so on, each for an hour; `fail` has the next ones fail. */
function counted() {
  const clock = { at: 0, now: () => clock.at };
  const source = { got: 0, fails: false };
  const obtain = async (): Promise<Lease<number>> => {
    await Promise.resolve();
    if (source.fails) throw new Error('it cannot be got');
    source.got += 1;
    return { value: source.got, expiresAt: clock.at + 3_600_000 };
  };
  return { clock, source, renewed: new Renewed({ obtain, clock }) };
}

it('gets one for all who ask at once, and keeps it until five minutes before its end', async () => {
  const { clock, source, renewed } = counted();
  expect(await Promise.all([renewed.get(), renewed.get(), renewed.get()])).toEqual([1, 1, 1]);
  clock.at = 3_299_999;
  expect(await renewed.get()).toBe(1);
  expect(source.got).toBe(1);
});

it('gets the next one while the old one is good, and waits for it where it is not', async () => {
  const { clock, source, renewed } = counted();
  await renewed.get();
  clock.at = 3_300_001;
  expect(await renewed.get()).toBe(1);
  await expect.poll(() => source.got).toBe(2);
  expect(await renewed.get()).toBe(2);
  clock.at += 3_600_000;
  expect(await renewed.get()).toBe(3);
});

it('goes on with the old one where no new one can be got, fails once it is over, and tries again', async () => {
  const { clock, source, renewed } = counted();
  await renewed.get();
  source.fails = true;
  clock.at = 3_400_000;
  expect(await renewed.get()).toBe(1);
  clock.at = 3_600_000;
  await expect(renewed.get()).rejects.toThrow('it cannot be got');
  source.fails = false;
  expect(await renewed.get()).toBe(2);
});

it('gives one that was refused to nobody again, and keeps one that is newer', async () => {
  const { renewed } = counted();
  expect(await renewed.get()).toBe(1);
  renewed.forget(1);
  expect(await renewed.get()).toBe(2);
  renewed.forget(1);
  expect(await renewed.get()).toBe(2);
});
