import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { expect, it } from 'vitest';
import { Deadlines } from './deadlines.ts';

const unexpected = (error: unknown) => {
  throw error;
};

it('a deadline is called once, within a tick of its time', async () => {
  const clock = new ManualClock(0);
  const deadlines = new Deadlines(clock, unexpected);
  const called: number[] = [];
  deadlines.add(2000, () => called.push(clock.monotonic()));
  await clock.advance(1999);
  expect(called).toEqual([]);
  await clock.advance(5000);
  expect(called).toEqual([2000]);
});

it('a deadline that is moved is called at its new time, and one that is removed never', async () => {
  const clock = new ManualClock(0);
  const deadlines = new Deadlines(clock, unexpected);
  const called: number[] = [];
  const moved = deadlines.add(100, () => called.push(clock.monotonic()));
  const removed = deadlines.add(100, () => called.push(-1));
  await clock.advance(90);
  moved.dueAt = 300;
  deadlines.remove(removed);
  await clock.advance(1000);
  expect(called).toEqual([300]);
});

it('deadlines are looked at again after there were none for a while', async () => {
  const clock = new ManualClock(0);
  const deadlines = new Deadlines(clock, unexpected);
  const called: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    deadlines.add(clock.monotonic() + 50, () => called.push(clock.monotonic()));
    await clock.advance(500);
  }
  expect(called).toEqual([50, 550]);
});

it('a deadline whose callback throws keeps no other from its time', async () => {
  const clock = new ManualClock(0);
  const faults: unknown[] = [];
  const deadlines = new Deadlines(clock, (error) => faults.push(error));
  const called: number[] = [];
  deadlines.add(50, () => {
    throw new Error('on purpose');
  });
  deadlines.add(50, () => called.push(clock.monotonic()));
  await clock.advance(100);
  deadlines.add(200, () => called.push(clock.monotonic()));
  await clock.advance(200);
  expect(called).toEqual([50, 200]);
  expect(faults).toEqual([new Error('on purpose')]);
});
