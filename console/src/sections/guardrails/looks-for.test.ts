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
