import { describe, expect, it } from 'vitest';
import type { StoredObject } from '../../resources/stored-object.ts';
import { spendOf, standingOf } from './spend-in-status.ts';

const stored = (status: object | undefined) =>
  ({ metadata: { name: 'b' }, spec: {}, status }) as StoredObject;

const NOW = Date.UTC(2026, 1, 10, 12);
const standing = (object: StoredObject) => standingOf(object, NOW);

const condition = (type: string, status: string) => ({ type, status });
const spend = { limitUsd: '10', spentUsd: '8.000000001', leftUsd: '1.5' };

describe('the standing of a budget', () => {
  it('is what the operator wrote', () => {
    const conditions = [condition('NearLimit', 'True'), condition('Exceeded', 'False')];
    expect(standing(stored({ spend, conditions }))).toEqual({
      current_spend: 8.000000001,
      remaining: 1.5,
      utilization: 0.8,
      status: 'warning',
    });
  });

  it.each([
    ['exceeded', 'True', 'True'],
    ['warning', 'True', 'False'],
    ['ok', 'False', 'False'],
    [null, 'Unknown', 'Unknown'],
  ])('is called %s', (status, near, exceeded) => {
    const conditions = [condition('NearLimit', near), condition('Exceeded', exceeded)];
    expect(standing(stored({ spend, conditions }))).toMatchObject({ status });
  });

  it('is not known before anybody has added anything up', () => {
    const nothing = { current_spend: null, remaining: null, utilization: null, status: null };
    expect(standing(stored(undefined))).toEqual(nothing);
    expect(standing(stored({ spend: { limitUsd: '10' } }))).toEqual(nothing);
    expect(spendOf(stored({}))).toBeNull();
  });

  it('is told of a limit of nothing, and with all digits of what no double holds', () => {
    const zero = { limitUsd: '0', spentUsd: '0', leftUsd: '0' };
    expect(standing(stored({ spend: zero }))).toMatchObject({ utilization: 1 });
    const amount = '123456789012.123456789';
    expect(JSON.stringify({ spend: spendOf(stored({ spend: { spentUsd: amount } })) })).toBe(
      `{"spend":${amount}}`,
    );
  });

  describe('by the limit that is stored', () => {
    const said = (spec: object, exceeded: object = {}) =>
      standing({
        metadata: { name: 'b', generation: 2 },
        spec: { entityType: 'global', monthlyLimit: 10, ...spec },
        status: {
          spend: { limitUsd: '10', spentUsd: '7', reservedUsd: '0.5', leftUsd: '2.5' },
          conditions: [
            condition('NearLimit', 'False'),
            { ...condition('Exceeded', 'False'), observedGeneration: 1, ...exceeded },
          ],
        },
      } as unknown as StoredObject);

    it('is what was spent of that, where the operator has not looked at it yet', () => {
      const lower = { current_spend: 7, remaining: 0, utilization: 3.5, status: 'exceeded' };
      expect(said({ monthlyLimit: 2 })).toEqual(lower);
      const higher = { current_spend: 7, remaining: 12.5, utilization: 0.35, status: 'ok' };
      expect(said({ monthlyLimit: '20' }, { status: 'True', reason: 'NoRoom' })).toEqual(higher);
      const temporaryIncrease = { amountUsd: 4, expiresAt: '2026-03-01T00:00:00Z' };
      expect(said({ temporaryIncrease })).toMatchObject({ remaining: 6.5, utilization: 0.5 });
      expect(said({ softLimitPercent: '0.7' })).toMatchObject({ status: 'warning' });
    });

    it('is called as the operator does where that is of it, or nobody knows', () => {
      expect(said({}, { status: 'True', reason: 'NoRoom' })).toMatchObject({ status: 'exceeded' });
      expect(said({}, { observedGeneration: 2 })).toMatchObject({ remaining: 2.5, status: 'ok' });
      expect(
        standing({
          metadata: { name: 'b', generation: 2 },
          spec: { entityType: 'global', monthlyLimit: 2 },
          status: { spend, conditions: [condition('NearLimit', 'Unknown')] },
        } as unknown as StoredObject),
      ).toMatchObject({ remaining: 0, status: null });
    });
  });
});
