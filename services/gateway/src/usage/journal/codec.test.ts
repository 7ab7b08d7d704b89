import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageRecord } from '@aicp/contracts/usage/usage-record';
import { intentLine, testId } from '../../testing/journal-lines.ts';
import { idOf, kindOf, parseIntent, parseOutcome, toRecord, type OutcomeLine } from './codec.ts';
import { outcomeText } from './encode.ts';

const count = fc.nat(1e9);
const outcome: fc.Arbitrary<OutcomeLine> = fc
  .record(
    {
      o: fc.nat(1e9).map(testId),
      tok: fc.tuple(count, count, count, count, count),
      est: fc.constant(1 as const),
      end: fc.constantFrom('client_gone', 'provider_failed', 'refused', 'unknown' as const),
      status: fc.option(fc.integer({ min: 100, max: 599 })),
      ms: fc.double({ min: 0, max: 1e7, noNaN: true }).map((ms) => Math.round(ms * 1000) / 1000),
      first: fc.nat(1e6),
      tries: fc.nat(20),
      cost: fc.nat(Number.MAX_SAFE_INTEGER),
      model: fc.string(),
      via: fc.string(),
      ver: fc.string(),
    },
    { requiredKeys: ['o', 'tok'] },
  )
  .map((made) => made as OutcomeLine);

describe('a line', () => {
  it('of an outcome is read as it was written', () => {
    fc.assert(
      fc.property(outcome, (made) => {
        const line = outcomeText(made);
        expect(line).not.toContain('\n');
        expect(kindOf(line)).toBe('outcome');
        expect(idOf(line)).toBe(made.o);
        expect(parseOutcome(line)).toEqual(made);
      }),
    );
  });

  it('of an intent is read as it was written', () => {
    const line = intentLine(7);
    expect([kindOf(line), idOf(line)]).toEqual(['intent', testId(7)]);
    expect(parseIntent(line)).toMatchObject({
      i: testId(7),
      key: 'alice',
      team: 'research',
      tags: { project: 'é"x' },
      model: 'small',
      via: 'sim',
      est: [10, 20],
      prices: ['1000000000', '2000000000'],
    });
    expect(Buffer.byteLength(line)).toBeLessThan(320);
  });

  it('and another make a record that the contract accepts', () => {
    fc.assert(
      fc.property(outcome, (made) => {
        const record = toRecord(parseIntent(intentLine(1))!, made);
        expect(usageRecord.parse(record)).toEqual(record);
      }),
    );
  });

  it('that is damaged is none', () => {
    const line = intentLine(1);
    fc.assert(
      fc.property(fc.nat(line.length - 1), (end) => {
        expect(parseIntent(line.slice(0, end))).toBeUndefined();
        expect(parseOutcome(line.slice(0, end))).toBeUndefined();
      }),
    );
  });
});
