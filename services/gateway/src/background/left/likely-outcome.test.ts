import { expect, it } from 'vitest';
import { model, provider } from '../../testing/fragments.ts';
import { leftLine } from '../../testing/left-responses.ts';
import { buildRuntime } from '../../testing/request-facts.ts';
import { leftResponse, likelyOutcome } from './left-response.ts';

const prices = { input: '1000000000', output: '2000000000', perRequest: '700' };
const [priced] = buildRuntime({
  providers: [provider('sim', { type: 'openai' })],
  models: [model('small', 'sim', { prices })],
}).catalog.models;

it('a batch of which nobody knows more costs what each of its requests costs beside its tokens', () => {
  // Ten tokens in and twenty out are likely of all of it.
  const costOf = (lines: number | undefined, requests?: number): number | undefined => {
    const line = leftLine(1, lines === undefined ? {} : { lines }, { model: priced, requests });
    return likelyOutcome(leftResponse(line)!, 'unknown').cost;
  };
  expect(costOf(undefined)).toBe(50_000 + 700);
  expect(costOf(3, 3)).toBe(50_000 + 3 * 700);
  // An intent of an earlier version says it in one place alone.
  expect(costOf(3)).toBe(50_000 + 3 * 700);
});
