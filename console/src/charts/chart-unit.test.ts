import { describe, expect, it } from 'vitest';
import { axisRange, axisSteps, axisText, axisWidth, movedIndex, valueText } from './chart-unit.ts';

describe('values of charts', () => {
  it('are told with their units', () => {
    expect(valueText('requests', 1234)).toBe('1,234 requests');
    expect(valueText('%', 0.125)).toBe('12.5%');
    expect(valueText('ms', 1250)).toBe('1.25 s');
    expect(valueText('%', 0.99951)).toBe('99.951%');
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

describe('an axis', () => {
  it('marks whole numbers of what is whole', () => {
    expect(axisSteps('requests')?.slice(0, 5)).toEqual([1, 2, 5, 10, 20]);
    expect(axisSteps('tokens')?.at(-1)).toBe(5e11);
    expect(axisSteps('USD')).toBeUndefined();
  });

  it('is as wide as its longest text', () => {
    expect(axisWidth(['0', '100'])).toBe(64);
    expect(axisWidth(null)).toBe(64);
    expect(axisWidth(['$0', '$0.00000125'])).toBe(97);
  });
});

describe('axisRange', () => {
  it('begins at nothing', () => {
    expect(axisRange('ms', 20, 100)).toEqual([0, 108]);
    expect(axisRange('requests', 0, 0)).toEqual([0, 1]);
    expect(axisRange('%', 0, 0)).toEqual([0, 0.01]);
    expect(axisRange('ms', null, null)).toEqual([0, 1]);
  });

  it('looks closely at shares that are almost all', () => {
    const [from, to] = axisRange('%', 0.99, 1);
    expect(from).toBeCloseTo(0.988);
    expect(to).toBe(1);
    expect(axisRange('%', 1, 1)[0]).toBeLessThan(1);
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
