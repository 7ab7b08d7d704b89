import {
  FINDING_ACTIONS,
  GUARDRAIL_STAGES,
  GUARDRAIL_VERDICTS,
} from '@aicp/contracts/guardrails/verdict';
import { ATTEMPT_OUTCOMES, attemptRecord } from '@aicp/contracts/usage/attempt-record';
import { usageRecord } from '@aicp/contracts/usage/usage-record';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intentLine, testId } from '../../testing/journal-lines.ts';
import { attemptsOf } from './attempt-line.ts';
import { idOf, kindOf, parseIntent, parseOutcome, toRecord, type OutcomeLine } from './codec.ts';
import { outcomeText } from './encode.ts';

describe('codec', () => {
  const count = fc.nat(1e9);
  const attempt = fc.record(
    {
      e: fc.constantFrom(...ATTEMPT_OUTCOMES),
      why: fc.string(),
      ms: fc.nat(1e6),
      first: fc.nat(1e6),
      by: fc.string(),
      model: fc.string(),
      via: fc.string(),
      served: fc.constant(1 as const),
    },
    { requiredKeys: ['ms'] },
  );
  const verdict = fc.record(
    {
      guardrail: fc.string(),
      stage: fc.constantFrom(...GUARDRAIL_STAGES),
      verdict: fc.constantFrom(...GUARDRAIL_VERDICTS),
      reason: fc.string(),
      is_monitor: fc.boolean(),
      findings: fc.array(
        fc.record({
          label: fc.string(),
          action: fc.constantFrom(...FINDING_ACTIONS),
          count: fc.integer({ min: 1, max: 1e6 }),
        }),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ['guardrail', 'stage', 'verdict', 'is_monitor', 'findings'] },
  );
  const outcome: fc.Arbitrary<OutcomeLine> = fc
    .record(
      {
        o: fc.nat(1e9).map(testId),
        tok: fc.oneof(
          fc.tuple(count, count, count, count, count),
          fc.tuple(count, count, count, count, count, count, count),
        ),
        est: fc.constant(1 as const),
        end: fc.constantFrom('client_gone', 'provider_failed', 'refused', 'unknown' as const),
        status: fc.option(fc.integer({ min: 100, max: 599 })),
        ms: fc.double({ min: 0, max: 1e7, noNaN: true }).map((ms) => Math.round(ms * 1000) / 1000),
        first: fc.nat(1e6),
        tries: fc.nat(20),
        att: fc.array(attempt, { minLength: 1, maxLength: 3 }),
        cost: fc.nat(Number.MAX_SAFE_INTEGER),
        model: fc.string(),
        via: fc.string(),
        own: fc.constant(1 as const),
        ver: fc.string(),
        grd: fc.array(verdict, { minLength: 1, maxLength: 2 }),
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

    it('of an intent names the prompt, where there is one', () => {
      const prompt = { id: 'summary "short"', version: 3 };
      const line = intentLine(1, { prompt });
      const record = toRecord(parseIntent(line)!, { o: testId(1), tok: [0, 0, 0, 0, 0] });
      expect([record.prompt, record.guardrails]).toEqual([prompt, []]);
      const none = toRecord(parseIntent(intentLine(1))!, { o: testId(1), tok: [0, 0, 0, 0, 0] });
      expect(none.prompt).toBeNull();
    });

    it('says together with who served whose provider that is', () => {
      const intent = parseIntent(intentLine(1))!;
      const payer = (own: 1 | undefined, more: Partial<OutcomeLine>) => {
        const outcome: OutcomeLine = { o: testId(1), tok: [0, 0, 0, 0, 0], ...more };
        return toRecord({ ...intent, ...(own ? { own } : {}) }, outcome).payer;
      };
      expect([payer(undefined, {}), payer(1, {})]).toEqual(['platform', 'organization']);
      expect(payer(1, { model: 'm', via: 'p' })).toBe('platform');
      expect(payer(undefined, { model: 'm', via: 'p', own: 1 })).toBe('organization');
      expect(payer(1, { end: 'refused' })).toBe('platform');
    });

    it('and another make a record that the contract accepts', () => {
      fc.assert(
        fc.property(outcome, (made) => {
          const record = toRecord(parseIntent(intentLine(1))!, made);
          expect(usageRecord.parse(record)).toEqual(record);
          const attempts = attemptsOf(record, made.att);
          expect(attempts.map((one) => attemptRecord.parse(one))).toEqual(attempts);
          const sum = attempts.reduce((all, { cost_nano_usd: cost }) => all + (cost ?? 0), 0);
          expect(sum).toBe(attempts.length > 0 ? (record.cost_nano_usd ?? 0) : 0);
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
});
