import { describe, expect, it } from 'vitest';
import { axisTimes } from './axis-time.ts';

const atLocal = (day: number, hour: number): number =>
  new Date(2026, 10, day, hour).getTime() / 1000;

describe('axisTimes', () => {
  it('names the day where it changes', () => {
    const [first, second, third] = axisTimes([
      atLocal(24, 20), atLocal(25, 0), atLocal(25, 4),
    ]);
    expect(first).toMatch(/\d\d:00/);
    expect(second).toMatch(/25/);
    expect(third).toMatch(/\d\d:00/);
  });

  it('names days alone where the marks are days', () => {
    expect(axisTimes([atLocal(24, 0), atLocal(25, 0)])[0]).toMatch(/24/);
  });
});
