import type { Completion } from '@aicp/contracts/usage/usage-record';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { model, provider } from '../../testing/fragments.ts';
import { leftLine } from '../../testing/left-responses.ts';
import { buildRuntime } from '../../testing/request-facts.ts';
import { leftResponse } from '../left/left-response.ts';
import { lineResultOf, type LineResult } from './line-result.ts';
import { settledBatch } from './settled-batch.ts';

const [SERVING] = buildRuntime({
  providers: [provider('sim', { type: 'openai' })],
  models: [model('small', 'sim', { prices: { input: '1000000000', output: '2000000000' } })],
}).catalog.models;

/** The results of as many requests, each of ten tokens in and five out: 20,000 nano-USD. */
const resultsOf = (count: number): LineResult[] =>
  Array.from({ length: count }, (_, at) => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const response = { status_code: 200, body: { usage } };
    return lineResultOf(JSON.stringify({ custom_id: `line-${at}`, response }))!;
  });

function settle(completion: Completion, lines: number, results: readonly LineResult[], unread = 0) {
  const batch = leftResponse(leftLine(1, { lines }))!;
  return settledBatch(batch, { completion, files: [], results, unread }, SERVING);
}

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
    const { own, total } = settle(completion, 2, resultsOf(1), 1);
    expect(own).toMatchObject({ est: 1, tok: [5, 0, 0, 10, 0], cost: 25_000 });
    expect(total).toMatchObject({ cost: 45_000 });
  }
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
