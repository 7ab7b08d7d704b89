import { describe, expect, it } from 'vitest';
import { axisText, movedIndex, valueText } from './chart-unit.ts';

describe('values of charts', () => {
  it('are told with their units', () => {
    expect(valueText('requests', 1234)).toBe('1,234 requests');
    expect(valueText('%', 0.125)).toBe('12.5%');
    expect(valueText('ms', 1250)).toBe('1.25 s');
    expect(valueText('USD', 2)).toBe('$2.00');
    expect(valueText('ms', null)).toBe('–');
  });

  it('are short on an axis', () => {
    expect(axisText('tokens', 1_200_000)).toBe('1.2M');
    expect(axisText('USD', 1200)).toBe('$1.2K');
  });

  it('stay apart on an axis where they are small', () => {
    expect([0, 0.025, 0.05].map((value) => axisText('USD', value))).toEqual([
      ...['$0', '$0.025', '$0.05'],
    ]);
    expect(axisText('%', 0.0025)).toBe('0.25%');
  });
});

describe('movedIndex', () => {
  it('stays within the points', () => {
    expect(movedIndex('ArrowRight', undefined, 3)).toBe(0);
    expect(movedIndex('ArrowLeft', undefined, 3)).toBe(2);
    expect(movedIndex('ArrowRight', 2, 3)).toBe(2);
    expect(movedIndex('Home', 2, 3)).toBe(0);
    expect(movedIndex('a', 2, 3)).toBeUndefined();
    expect(movedIndex('End', 0, 0)).toBeUndefined();
  });
});
