import { describe, expect, it } from 'vitest';
import { budgetText, burnText, isOfPattern, targetCharts } from './sla.ts';

describe('an SLA', () => {
  it('is about models by their id or its beginning', () => {
    expect(isOfPattern('gpt-*', 'gpt-4o')).toBe(true);
    expect(isOfPattern('gpt-4o', 'gpt-4o-mini')).toBe(false);
    expect(isOfPattern('*', 'anything')).toBe(true);
  });

  it('has a chart for each target that is set', () => {
    const charts = targetCharts({ target_p95_ms: 900, target_error_rate: 0.01 });
    expect(charts.map(({ measure, target }) => [measure, target])).toEqual([
      ['p95', 900],
      ['error_rate', 0.01],
    ]);
  });

  it('says what is left of its error budget', () => {
    expect(budgetText(0.4)).toBe('40% left');
    expect(budgetText(-0.5)).toBe('Overdrawn by 50%');
    expect(burnText(0)).toMatch(/^None/);
    expect(burnText(14.43)).toContain('14.4 times');
  });
});
