import { expect, it } from 'vitest';
import { atThisPace, standingOf } from './budget-standing.ts';

const NOW = Date.UTC(2026, 1, 10, 12);
const budget = { id: 'b', monthly_limit: 100, current_spend: 60.1, remaining: 30, status: 'ok' };

it('is what is spent, what is reserved and what is left of the limit', () => {
  expect(standingOf(budget, NOW)).toEqual({
    ...{ limit: 100, increase: undefined, soft: 80, hard: 100 },
    ...{ spent: 60.1, reserved: 9.9, remaining: 30 },
  });
});

it('has more for a while, at both thresholds too', () => {
  const increase = { amount_usd: 50, expires_at: '2026-02-10T12:00:01Z' };
  const raised = {
    ...budget,
    soft_limit_percent: 0.5,
    remaining: 80,
    temporary_increase: increase,
  };
  expect(standingOf(raised, NOW)).toMatchObject({
    ...{ limit: 150, soft: 100, hard: 150, reserved: 9.9, increase },
  });
  expect(standingOf(raised, NOW + 1000)).toMatchObject({ limit: 100, increase: undefined });
});

it('reserves nothing beyond the limit', () => {
  const over = { ...budget, current_spend: 120, remaining: 0 };
  expect(standingOf(over, NOW)).toMatchObject({ spent: 120, reserved: 0 });
});

it('says nothing that nobody has added up', () => {
  const unknown = { id: 'b', limit_usd: 5, window: '1d', current_spend: null, remaining: null };
  expect(standingOf(unknown, NOW)).toMatchObject({
    ...{ limit: 5, spent: undefined, reserved: undefined, remaining: undefined },
  });
});

it('goes on as until now', () => {
  const period = { startMs: 0, endMs: 1000 };
  expect(atThisPace(20, period, 250)).toBe(80);
  expect(atThisPace(20, period, 10)).toBeUndefined();
  expect(atThisPace(undefined, period, 500)).toBeUndefined();
});
