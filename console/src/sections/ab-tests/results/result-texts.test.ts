import { describe, expect, it } from 'vitest';
import { intervalOf, meaningOf, placeOf, type MetricResult } from './result-texts.ts';

const result = (parts: Partial<MetricResult> = {}): MetricResult => ({
  ...{ metric: 'latency', base: 100, variant: 80, difference: -20, relative: -0.2 },
  ...{ ci_low: -30, ci_high: -10, relative_low: -0.3, relative_high: -0.1, detectable: 5 },
  ...{ is_significant: true },
  ...parts,
});

describe('intervals of results', () => {
  it('are shares of the base where these are known', () => {
    const interval = intervalOf(result());
    expect(interval).toMatchObject({ low: -0.3, middle: -0.2, high: -0.1 });
    expect([interval?.text(-0.3), interval?.text(0.1)]).toEqual(['−30%', '+10%']);
    expect(interval?.text(0.00035)).toBe('+0.035%');
  });

  it('are differences where the base may be nothing', () => {
    const interval = intervalOf(result({ metric: 'error_rate', relative: null }));
    expect(interval).toMatchObject({ low: -30, middle: -20, high: -10 });
    expect(intervalOf(result({ relative: null, difference: null }))).toBeUndefined();
  });

  it('mean the better or the worse by what is measured', () => {
    expect(meaningOf(result())).toBe('The variant is better');
    expect(meaningOf(result({ metric: 'feedback' }))).toBe('The variant is worse');
    expect(meaningOf(result({ is_significant: false }))).toBe('May be chance');
  });

  it('have no difference in the middle', () => {
    const text = String;
    expect(placeOf({ low: -1, middle: 0, high: 1, text })).toMatchObject({ at: 50 });
    expect(placeOf({ low: 0, middle: 0, high: 0, text })).toEqual({ from: 50, to: 50, at: 50 });
    const { from, to } = placeOf({ low: -0.3, middle: -0.2, high: -0.1, text });
    expect(from).toBeGreaterThan(0);
    expect(to).toBeLessThan(50);
  });
});
