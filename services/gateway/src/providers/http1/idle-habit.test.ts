import { expect, it } from 'vitest';
import { IdleHabit } from './idle-habit.ts';

const habitOf = (ages: readonly number[]) => {
  const habit = new IdleHabit();
  for (const age of ages) habit.observe(age, 0);
  return habit;
};

it.each([
  ['nothing', [], Infinity],
  ['two closings', [20, 20], Infinity],
  ['three closings after about the same time', [22, 20, 24], 10],
  ['closings of long idle times, less a second', [5003, 5000, 5010], 4000],
  ['closings all at once, of connections of different ages', [3, 900, 14_000], Infinity],
  ['a habit after closings at random', [3, 900, 20, 21, 20], 10],
])('a pool learns from %s', (_what, ages, usableMs) => {
  expect(habitOf(ages).usableMs(59_999)).toBe(usableMs);
});

it('forgets a habit that is not seen for a minute', () => {
  expect(habitOf([20, 20, 20]).usableMs(60_000)).toBe(Infinity);
});

it('knows for a minute that the peer closes connections that idle', () => {
  expect(new IdleHabit().isClosing(0)).toBe(false);
  expect(habitOf([20]).isClosing(59_999)).toBe(true);
  expect(habitOf([20]).isClosing(60_000)).toBe(false);
});
