import { expect, it } from 'vitest';
import { bodyOf, localText, problemOf } from './increase-draft.ts';

const NOW = Date.UTC(2026, 1, 10, 12);
const tomorrow = localText(NOW + 86_400_000);

it('needs an amount and a moment to come', () => {
  expect(problemOf({ amount: undefined, until: tomorrow }, NOW)).toBe('Say by how much.');
  expect(problemOf({ amount: 5, until: '' }, NOW)).toBe('Say until when.');
  expect(problemOf({ amount: 5, until: localText(NOW - 60_000) }, NOW)).toBe('It ends before now.');
  expect(problemOf({ amount: 5, until: tomorrow }, NOW)).toBeUndefined();
});

it('sends the moment in UTC, whatever the zone of the browser', () => {
  expect(bodyOf({ amount: 5, until: tomorrow })).toEqual({
    temporary_increase: { amount_usd: 5, expires_at: '2026-02-11T12:00:00.000Z' },
  });
});
