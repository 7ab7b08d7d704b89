import { expect, it } from 'vitest';
import { shownValue } from './shown-value.ts';

it('shows a text as it is, and everything else as JSON', () => {
  expect(shownValue('a "b"\nc').shown).toBe('a "b"\nc');
  expect(shownValue({ a: [1] }).shown).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(shownValue(false).shown).toBe('false');
});

it('shows the beginning of what is very long, and keeps the whole', () => {
  const { whole, shown, left } = shownValue('a'.repeat(60_000));
  expect([whole.length, shown.length, left]).toEqual([60_000, 50_000, 10_000]);
});
