import { expect, it } from 'vitest';
import { whenIdle } from './when-idle.ts';

it('waits for what the browser calls idle, and for a time where it cannot say so', async () => {
  const asked: number[] = [];
  const never = () => {
    throw new Error('not asked');
  };
  await whenIdle({
    requestIdleCallback: (done, { timeout }) => {
      asked.push(timeout);
      done();
    },
    setTimeout: never,
  });
  await whenIdle({
    setTimeout: (done, ms) => {
      asked.push(ms);
      done();
    },
  });
  expect(asked).toEqual([1_500, 1_500]);
});
