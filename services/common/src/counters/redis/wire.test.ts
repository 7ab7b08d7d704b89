import type { Demand, Window } from '@aicp/contracts/limits/demands';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerReader, cellOnWire, TakeWriter } from './wire.ts';

const amount = fc.nat(Number.MAX_SAFE_INTEGER);
const windows: fc.Arbitrary<Window> = fc.oneof(
  fc.constant({ kind: 'minute' as const }),
  fc.constant({ kind: 'now' as const }),
  fc.record({ kind: fc.constant('sliding' as const), ms: fc.integer({ min: 1, max: 60_000 }) }),
  fc.record({ kind: fc.constant('period' as const), startsMs: amount, endsMs: amount }),
  fc.record({ kind: fc.constant('day' as const), starts: fc.array(amount, { maxLength: 8 }) }),
);
const demand: fc.Arbitrary<Demand> = fc.record({
  counter: fc.string({ unit: 'binary' }),
  window: windows,
  limit: amount,
  amount,
  isHeld: fc.boolean(),
  yields: fc.boolean(),
  base: fc.integer({ min: -1 }),
  least: amount,
});
const demands = fc.array(demand, { maxLength: 5 });
const take = fc.record({
  demands,
  otherwise: fc.option(demands, { nil: undefined }),
  isLook: fc.boolean(),
});

const LETTERS = { minute: 'm', day: 'd', period: 'p', sliding: 's', now: 'n' };

function listOf({
  counter,
  window,
  limit,
  amount: much,
  isHeld,
  yields,
  base = 0,
  least = 0,
}: Demand): unknown[] {
  const fixed = [counter, LETTERS[window.kind], limit, much, isHeld ? 1 + Number(yields) : 0];
  if (window.kind === 'day') return [...fixed, window.starts];
  if (window.kind === 'period') return [...fixed, [window.startsMs, window.endsMs, base, least]];
  return window.kind === 'sliding' ? [...fixed, window.ms] : fixed;
}

const doubles = (...values: number[]): Buffer => Buffer.from(Float64Array.from(values).buffer);

describe('what the script that takes is asked', () => {
  it('is JSON of settlements and takes, whatever the names of counters', () => {
    const writer = new TakeWriter();
    fc.assert(
      fc.property(fc.array(take), fc.string({ unit: 'binary' }), amount, (takes, counter, used) => {
        const cell = {
          counter,
          window: 'sliding',
          startsMs: 7,
          lengthMs: 9,
          used,
          held: 0,
        } as const;
        const text = writer.write([cellOnWire(cell, used, -used)], takes);
        expect(JSON.parse(text)).toEqual([
          [['s', counter, 9, 7, used, 0 - used]],
          takes.flatMap((one) => [
            [one.isLook ? 1 : 0, ...one.demands.map(listOf)],
            ...(one.otherwise ? [[2, ...one.otherwise.map(listOf)]] : []),
          ]),
        ]);
      }),
    );
  });
});

it('a cell of a period says when it ends', () => {
  const cell = {
    counter: 'c',
    window: 'period',
    startsMs: 7,
    lengthMs: 9,
    used: 0,
    held: 0,
  } as const;
  expect(JSON.parse(cellOnWire(cell, 1, 2))).toEqual(['p', 'c', 7, 16, 1, 2]);
});

describe('what a script answers', () => {
  const asked = [
    { counter: 'a', window: { kind: 'sliding', ms: 1000 }, limit: 10, amount: 1, isHeld: false },
    { counter: 'b', window: { kind: 'minute' }, limit: 10, amount: 1, isHeld: false },
  ] as const;
  const takes = [{ demands: asked, isLook: false }];

  it('is read demand by demand, integers up to 2^53 - 1 exactly', () => {
    const reply = doubles(59_000, 0, 0, 1, 4, 2, 250, 0, Number.MAX_SAFE_INTEGER, 0, 0);
    const reader = new AnswerReader(reply, takes);
    expect([reader.nowMs, reader.second]).toEqual([59_000, 0]);
    expect(reader.next(asked)).toEqual({
      fits: false,
      refusedBy: [1],
      retryAfterMs: 1000,
      standings: [
        { remaining: 6, held: 2, resetMs: 250 },
        { remaining: 0, over: Number.MAX_SAFE_INTEGER - 10, held: 0, resetMs: 1000 },
      ],
    });
  });

  it('is read with what was to be taken otherwise', () => {
    const list = [asked[1]];
    const both = [{ demands: list, otherwise: list, isLook: false }];
    const reader = new AnswerReader(doubles(59_000, 0, 0, 0, 9, 0, 0, 1, 1, 3, 0, 0), both);
    expect([reader.next(list).fits, reader.next(list).fits]).toEqual([false, true]);
  });

  it('is two numbers where the server does not know this replica', () => {
    expect(new AnswerReader(doubles(59_000, -1), takes).second).toBe(-1);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['half of a number', Buffer.alloc(12)],
    ['too little', doubles(59_000, 0, 1, 1, 4, 0, 0)],
    ['too much', doubles(59_000, 0, 1, 1, 4, 0, 0, 1, 4, 0, 0, 1)],
    ['numbers that are none', doubles(Number.NaN, Number.NaN)],
    ['a list', [59_000, 0]],
  ])('is refused where it is %s', (_, reply) => {
    expect(() => new AnswerReader(reply, takes)).toThrow(TypeError);
  });

  it.each([
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
    [59_000, Number.NaN],
    [59_000, Number.POSITIVE_INFINITY],
  ])('is refused where it says that it is %s, and %s', (...reply) => {
    expect(() => new AnswerReader(doubles(...reply))).toThrow(TypeError);
  });
});
