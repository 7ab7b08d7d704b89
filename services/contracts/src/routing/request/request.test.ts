import { expect, it, describe } from 'vitest';
import { cutText } from './chat-facts.ts';
import { ZonedClock } from './zoned-clock.ts';

describe('cut text', () => {
  it('cuts what is too long, and nothing else', () => {
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText('abcd', 3)).toBe('abc');
    expect(cutText('x'.repeat(10_000), 256)).toBe('x'.repeat(256));
  });
});

describe('zoned clock', () => {
  it.each([
    ['UTC', '2026-11-21T00:00:00Z', 0, 'sat'],
    ['UTC', '2026-11-22T23:59:59Z', 23, 'sun'],
    ['Asia/Kolkata', '2026-11-21T18:29:59Z', 23, 'sat'],
    ['Asia/Kolkata', '2026-11-21T18:30:00Z', 0, 'sun'],
    ['Europe/Berlin', '2026-03-29T00:59:59Z', 1, 'sun'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 3, 'sun'],
  ])('in %s %s is %i on %s', (zone, at, hour, weekday) => {
    expect(new ZonedClock(zone).at(Date.parse(at))).toEqual({ hour, weekday });
  });

  it('follows the time from minute to minute, also backwards', () => {
    const clock = new ZonedClock('UTC');
    const hours = ['10:59', '11:00', '10:59'].map(
      (time) => clock.at(Date.parse(`2026-11-21T${time}:00Z`)).hour,
    );
    expect(hours).toEqual([10, 11, 10]);
  });

  it('refuses a zone that does not exist', () => {
    expect(() => new ZonedClock('Mars/Olympus')).toThrow(RangeError);
  });
});
