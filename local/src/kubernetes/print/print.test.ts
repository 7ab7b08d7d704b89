import { describe, expect, it } from 'vitest';
import { ageOf, humanDuration } from './human-duration.ts';
import { compileJsonPath } from './json-path.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('ages', () => {
  it.each([
    [-5 * SECOND, '<invalid>'],
    [-SECOND, '0s'],
    [0, '0s'],
    [119 * SECOND, '119s'],
    [2 * MINUTE, '2m'],
    [8 * MINUTE + 15 * SECOND, '8m15s'],
    [10 * MINUTE + 15 * SECOND, '10m'],
    [179 * MINUTE, '179m'],
    [3 * HOUR, '3h'],
    [7 * HOUR + 30 * MINUTE, '7h30m'],
    [47 * HOUR, '47h'],
    [2 * DAY + 5 * HOUR, '2d5h'],
    [8 * DAY, '8d'],
    [729 * DAY, '729d'],
    [730 * DAY, '2y'],
    [800 * DAY, '2y70d'],
    [2920 * DAY, '8y'],
  ])('of %d ms read %s', (milliseconds, expected) => {
    expect(humanDuration(milliseconds)).toBe(expected);
  });

  it('are unknown without a time', () => {
    expect(ageOf(undefined, 0)).toBe('<unknown>');
  });
});

describe('a JSON path', () => {
  const object = {
    spec: { a: { b: 1 }, list: ['x', 'y'] },
    status: { conditions: [{ type: 'Ready', status: 'True' }, { type: 'Other' }] },
  };

  it.each([
    ['.spec.a.b', [1]],
    ['.spec.list[1]', ['y']],
    ['.spec.list[*]', ['x', 'y']],
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    ['.status.conditions[?(@.type=="Missing")].status', []],
    ['.spec.nothing.at.all', []],
  ])('%s finds %j', (path, expected) => {
    expect(compileJsonPath(path)(object)).toEqual(expected);
  });

  it('that cannot be read is refused at once', () => {
    expect(() => compileJsonPath('.spec..a')).toThrow('cannot read the JSON path .spec..a');
  });
});
