import { expect, it } from 'vitest';
import { resultText, trialText, type Explanation } from './explanation.ts';

const refused = (message: string | null): Explanation => ({
  ...{ result: 'deny', model: null, provider: null, status: 403, code: 'denied', message },
  ...{ candidates: [], steps: [], policies: [] },
});

it.each([
  ['The model is denied.', 'The model is denied.'],
  ['The model is denied', 'The model is denied.'],
  [null, 'It would be refused with status 403.'],
])('ends the sentence %s with one full stop', (message, text) => {
  expect(resultText(refused(message))).toBe(text);
});

it('says who would answer', () => {
  const served = { ...refused(null), result: 'serve', model: 'gpt', provider: 'openai' } as const;
  expect(resultText(served)).toBe('gpt of openai would answer.');
});

it('says where an A/B test may choose otherwise', () => {
  const step = { stage: 'abtest', outcome: 'variant', detail: 'cheaper: small' };
  expect(trialText({ steps: [step] })).toContain('“cheaper” chose between its two models');
  expect(trialText({ steps: [{ ...step, outcome: 'excluded' }] })).toBeUndefined();
  expect(trialText({ steps: [] })).toBeUndefined();
});
