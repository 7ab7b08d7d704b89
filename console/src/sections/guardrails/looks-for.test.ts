import { expect, it } from 'vitest';
import { looksForText } from './looks-for.ts';

it.each([
  [{}, 'Nothing'],
  [{ enable_pii_detection: true, detectors: ['a'] }, 'personal data, 1 detector'],
  [
    { blocked_keywords: ['a', 'b'], external: { url: 'x' } },
    '2 forbidden words, a service of yours',
  ],
])('says what a guardrail looks for (%#)', (fields, text) => {
  expect(looksForText({ id: 'g', ...fields })).toBe(text);
});

it('does not say of the platform’s guardrail that it looks for nothing, to somebody who is not told', () => {
  expect(looksForText({ id: 'g' }, true)).toBe('What the platform chose');
  expect(looksForText({ id: 'g', enable_pii_detection: true }, true)).toBe('personal data');
});
