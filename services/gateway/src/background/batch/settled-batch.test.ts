import type { Completion } from '@aicp/contracts/usage/usage-record';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { model, provider } from '../../testing/fragments.ts';
import { leftLine } from '../../testing/left-responses.ts';
import { buildRuntime } from '../../testing/request-facts.ts';
import { parseIntent, parseOutcome } from '../../usage/journal/codec.ts';
import { leftResponse } from '../left/left-response.ts';
import { lineResultOf, type LineResult } from './line-result.ts';
import { settledBatch } from './settled-batch.ts';

const [SERVING, AT_HALF] = buildRuntime({
  providers: [provider('sim', { type: 'openai' })],
  models: [
    model('small', 'sim', { prices: { input: '1000000000', output: '2000000000' } }),
    model('less', 'sim', {
      prices: { input: '1000000000', output: '2000000000', batchDiscount: '50000000000' },
    }),
  ],
}).catalog.models;

/** The results of as many requests, each of ten tokens in and five out: 20,000 nano-USD. */
const resultsOf = (count: number): LineResult[] =>
  Array.from({ length: count }, (_, at) => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const response = { status_code: 200, body: { usage } };
    return lineResultOf(JSON.stringify({ custom_id: `line-${at}`, response }))!;
  });

function settle(
  completion: Completion,
  lines: number,
  results: readonly LineResult[],
  { unread = 0, serving = SERVING } = {},
) {
  const batch = leftResponse(leftLine(1, { lines }))!;
  return settledBatch(batch, { completion, files: [], results, unread }, serving);
}

it('a batch costs what its vendor takes for batches', () => {
  const { lines, own, total } = settle('complete', 2, resultsOf(1), { serving: AT_HALF });
  expect(lines.map(({ outcome }) => JSON.parse(outcome) as object)).toMatchObject([
    { cost: 10_000 },
  ]);
  expect(own).toMatchObject({ est: 1, cost: 12_500 });
  expect(total).toMatchObject({ cost: 22_500 });
});

it('a batch that is done counts requests without a result with what was likely, once', () => {
  // Of the batch, ten tokens in and twenty out were likely: of each of two, five and ten.
  const { lines, own, total } = settle('complete', 2, resultsOf(1));
  expect(lines).toHaveLength(1);
  expect(own).toMatchObject({ est: 1, tok: [5, 0, 0, 10, 0], cost: 25_000 });
  expect(total).toMatchObject({ tok: [15, 0, 0, 15, 0], cost: 45_000 });
});

it('a batch that has all its results costs nothing beside them', () => {
  const { own, total } = settle('complete', 2, resultsOf(2));
  expect(own).toMatchObject({ tok: [0, 0, 0, 0, 0], cost: 0 });
  expect(own).not.toHaveProperty('est');
  expect(total).toMatchObject({ cost: 40_000 });
});

it('a batch that is not done costs nothing but what was done', () => {
  const ends: readonly Completion[] = ['provider_failed', 'client_gone'];
  for (const completion of ends) {
    const { own, total } = settle(completion, 3, resultsOf(1));
    expect(own).toMatchObject({ tok: [0, 0, 0, 0, 0], cost: 0 });
    expect(total).toMatchObject({ cost: 20_000 });
  }
});

it('requests whose results were not read count with what was likely, however the batch ended', () => {
  for (const completion of ['complete', 'provider_failed', 'client_gone'] as const) {
    const { own, total } = settle(completion, 2, resultsOf(1), { unread: 1 });
    expect(own).toMatchObject({ est: 1, tok: [5, 0, 0, 10, 0], cost: 25_000 });
    expect(total).toMatchObject({ cost: 45_000 });
  }
});

const anyNumber = fc.oneof(
  fc.integer({ min: -9, max: 20_000 }),
  fc.constantFrom(1.5, -0.5, 1e300, Number.MAX_SAFE_INTEGER, null, '7', {}),
);
const anyUsage = fc.oneof(
  fc.record({ prompt_tokens: anyNumber, completion_tokens: anyNumber, total_tokens: anyNumber }),
  fc.record({ input_tokens: anyNumber, output_tokens: anyNumber, total_tokens: anyNumber }),
);

it('whatever a provider counts, records can be read and cost what was counted or what was likely, never less than nothing', () => {
  fc.assert(
    fc.property(anyUsage, fc.oneof(anyNumber, fc.constant(200)), (usage, status) => {
      const response = { status_code: status, body: { usage } };
      const result = lineResultOf(JSON.stringify({ custom_id: 'a', response }));
      const { lines, own, total } = settle('complete', 1, result ? [result] : []);
      for (const { intent, outcome } of lines) {
        expect(parseIntent(intent)).toBeDefined();
        expect(parseOutcome(outcome)).toBeDefined();
      }
      // Up to 9,000 tokens of either are believed.
      for (const { cost, tok } of [own, total]) {
        expect(cost).toBeGreaterThanOrEqual(0);
        expect(cost).toBeLessThanOrEqual(27_000_000);
        expect(tok.every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true);
      }
    }),
  );
});

it.each([
  { prompt_tokens: -1, completion_tokens: 2, total_tokens: 1 },
  { prompt_tokens: 1.5, completion_tokens: 2, total_tokens: 3.5 },
  { input_tokens: 10, output_tokens: -5, total_tokens: 5 },
  { input_tokens: 1e300, output_tokens: 5, total_tokens: 1e300 },
  { prompt_tokens: 9_001, completion_tokens: 5, total_tokens: 9_006 },
])('a request for which a provider counted %j counts with what was likely', (usage) => {
  const response = { status_code: 200, body: { usage } };
  const result = lineResultOf(JSON.stringify({ custom_id: 'a', response }))!;
  const { total } = settle('complete', 1, [result]);
  expect(total).toMatchObject({ tok: [10, 0, 0, 20, 0], cost: 50_000 });
});

it('limits and budgets are told what the records say, to the nano-USD', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(20), (count, done) => {
      const { lines, own, total } = settle('complete', count, resultsOf(Math.min(done, count)));
      const outcomes = lines.map(({ outcome }) => JSON.parse(outcome) as { cost: number });
      const spent = outcomes.reduce((sum, { cost }) => sum + cost, own.cost ?? NaN);
      expect(total.cost).toBe(spent);
    }),
  );
});
