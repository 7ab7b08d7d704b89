import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

it('cuts what is too long, and nothing else', () => {
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('abcd', 3)).toBe('abc');
  expect(cutText('x'.repeat(10_000), 256)).toBe('x'.repeat(256));
});
