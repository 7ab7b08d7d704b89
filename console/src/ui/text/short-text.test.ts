import { expect, it } from 'vitest';
import { shortText, shortTexts } from './short-text.ts';

it('leaves a short text as it is', () => {
  expect(shortText('a short text', 20)).toBe('a short text');
});

it('cuts a long text, and says so by three dots', () => {
  expect(shortText('x'.repeat(10_000), 5)).toBe('xxxx…');
});

it('cuts no sign in two', () => {
  expect(shortText('😀'.repeat(10), 4)).toBe('😀😀😀…');
  expect(shortText('😀😀😀', 3)).toBe('😀😀😀');
});

it('shows the first of many texts, and says how many are left', () => {
  expect(shortTexts(['a', 'b', 'c'], 2)).toEqual({ shown: ['a', 'b'], left: 1 });
  const [long] = shortTexts(['x'.repeat(1_000)], 2).shown;
  expect(long).toHaveLength(128);
});
