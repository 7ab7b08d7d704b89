import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  heldTests,
  metricsOf,
  parseTrigger,
  TRIGGER_COMPARISONS,
  TRIGGER_METRICS,
  TriggerError,
  type Trigger,
  type TriggerFigures,
  type TriggerTest,
} from './trigger.ts';

const test: fc.Arbitrary<TriggerTest> = fc.record({
  metric: fc.constantFrom(...TRIGGER_METRICS),
  comparison: fc.constantFrom(...TRIGGER_COMPARISONS),
  value: fc
    .tuple(fc.nat(999_999), fc.nat(999))
    .map(([whole, part]) => Number(`${whole}.${String(part).padStart(3, '0')}`)),
});
const trigger = fc.array(fc.array(test, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 4,
});
const blank = fc.constantFrom(' ', '  ', '\n', ' \t ');
const narrow = fc.constantFrom('', ' ', '  ');

/** A trigger as somebody may have written it. */
const written = fc.tuple(trigger, blank, blank, narrow).map(([lists, and, or, around]) => ({
  lists,
  text: lists
    .map((all) =>
      all
        .map((one) => `${one.metric}${around}${one.comparison}${around}${one.value}`)
        .join(`${and}AND${and}`),
    )
    .join(`${or}OR${or}`),
}));

const figures: fc.Arbitrary<TriggerFigures> = fc.record(
  Object.fromEntries(TRIGGER_METRICS.map((metric) => [metric, fc.nat(1_000_000)])),
  { requiredKeys: [] },
);

/** By hand: JavaScript's own words, of which && binds tighter than ||. */
function naive(lists: Trigger, seen: TriggerFigures): boolean {
  const text = lists
    .map((all) =>
      all
        .map(({ metric, comparison, value }) => `${seen[metric] ?? 'NaN'} ${comparison} ${value}`)
        .join(' && '),
    )
    .join(' || ');
  return runInNewContext(text) as boolean;
}

describe('a trigger', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(written, ({ lists, text }) => {
        expect(parseTrigger(text)).toEqual(lists);
      }),
    );
  });

  it('holds where its text does, of which AND binds tighter than OR; what is not known holds nothing', () => {
    fc.assert(
      fc.property(written, figures, ({ lists, text }, seen) => {
        expect(heldTests(parseTrigger(text), seen) !== undefined).toBe(naive(lists, seen));
      }),
    );
  });

  it('says for which tests it holds', () => {
    const read = parseTrigger('error_rate > 0.5 AND p95_ms > 9 OR p50_ms >= 5');
    expect(heldTests(read, { error_rate: 1, p50_ms: 5 })).toEqual([
      { metric: 'p50_ms', comparison: '>=', value: 5 },
    ]);
    expect(heldTests(read, { error_rate: 1, p50_ms: 4.9 })).toBeUndefined();
    expect(metricsOf(read)).toEqual(['error_rate', 'p50_ms', 'p95_ms']);
  });

  it.each([
    ['', 'cannot be read'],
    ['error_rate', 'cannot be read'],
    ['error_rate = 1', 'cannot be read'],
    ['error_rate > ', 'cannot be read'],
    ['error_rate > -1', 'cannot be read'],
    ['error_rate > 5%', 'cannot be read'],
    ['error_rate > 1 AND', 'cannot be read'],
    ['OR p50_ms > 1', 'cannot be read'],
    ['error_rate > 1 and p50_ms > 1', 'cannot be read'],
    ['(error_rate > 1) OR p50_ms > 1', 'cannot be read'],
    ['errors > 1', 'there is no metric errors'],
    ['constructor > 1', 'there is no metric constructor'],
  ])('is refused where it cannot be read: %j', (text, message) => {
    expect(() => parseTrigger(text)).toThrow(TriggerError);
    expect(() => parseTrigger(text)).toThrow(message);
  });

  it('never fails by anything but saying what is wrong', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          parseTrigger(text);
        } catch (error) {
          expect(error).toBeInstanceOf(TriggerError);
        }
      }),
    );
  });
});
