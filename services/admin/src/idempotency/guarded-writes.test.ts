import { expect, it } from 'vitest';
import { GuardedWrites } from './guarded-writes.ts';
import type { Held } from './records/record-store.ts';

/** A store that answers these, one after another. */
function guarded(...answers: (boolean | Error)[]) {
  let asked = 0;
  const store = {
    beginWriting: async () => {
      const answer = answers[asked];
      asked += 1;
      if (answer instanceof Error) throw answer;
      return await Promise.resolve(answer === true);
    },
  };
  return { writes: new GuardedWrites(store, {} as Held), asked: () => asked };
}

it('writes that begin together ask for the right to write once', async () => {
  const { writes, asked } = guarded(true, false);
  await Promise.all([writes.begin(), writes.begin()]);
  await writes.begin();
  expect(asked()).toBe(1);
  expect(writes.hasWritten).toBe(true);
});

it('a write of a request that another replica has taken over does not begin', async () => {
  const { writes } = guarded(false);
  await expect(writes.begin()).rejects.toMatchObject({ status: 409 });
  expect(writes.hasWritten).toBe(false);
});

it('the right is asked for again where it could not be asked for', async () => {
  const { writes, asked } = guarded(new Error('away'), true);
  await expect(writes.begin()).rejects.toThrow('away');
  await writes.begin();
  expect(asked()).toBe(2);
});
