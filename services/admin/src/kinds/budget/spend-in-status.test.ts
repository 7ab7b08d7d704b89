import { describe, expect, it } from 'vitest';
import type { StoredObject } from '../../resources/stored-object.ts';
import { spendOf, standingOf } from './spend-in-status.ts';

const stored = (status: object | undefined) =>
  ({ metadata: { name: 'b' }, spec: {}, status }) as StoredObject;

const condition = (type: string, status: string) => ({ type, status });
const spend = { limitUsd: '10', spentUsd: '8.000000001', leftUsd: '1.5' };

describe('the standing of a budget', () => {
  it('is what the operator wrote', () => {
    const conditions = [condition('NearLimit', 'True'), condition('Exceeded', 'False')];
    expect(standingOf(stored({ spend, conditions }))).toEqual({
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
    expect(standingOf(stored({ spend, conditions }))).toMatchObject({ status });
  });

  it('is not known before anybody has added anything up', () => {
    const nothing = { current_spend: null, remaining: null, utilization: null, status: null };
    expect(standingOf(stored(undefined))).toEqual(nothing);
    expect(standingOf(stored({ spend: { limitUsd: '10' } }))).toEqual(nothing);
    expect(spendOf(stored({}))).toBeNull();
  });

  it('is told of a limit of nothing, and with all digits of what no double holds', () => {
    const zero = { limitUsd: '0', spentUsd: '0', leftUsd: '0' };
    expect(standingOf(stored({ spend: zero }))).toMatchObject({ utilization: 1 });
    const amount = '123456789012.123456789';
    expect(JSON.stringify({ spend: spendOf(stored({ spend: { spentUsd: amount } })) })).toBe(
      `{"spend":${amount}}`,
    );
  });
});
