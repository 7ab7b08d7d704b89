import { expect, it } from 'vitest';
import { isTimeZone } from './time-zone.ts';

it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'US/Eastern'])(
  '%s is a time zone',
  (zone) => {
    expect(isTimeZone(zone)).toBe(true);
  },
);

it.each(['', 'Mars/Phobos', 'Berlin', 'utc/utc'])('%j is none', (zone) => {
  expect(isTimeZone(zone)).toBe(false);
});
