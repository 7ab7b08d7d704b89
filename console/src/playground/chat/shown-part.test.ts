import { expect, it } from 'vitest';
import { MOST_SHOWN, shownPart } from './shown-part.ts';

it('shows an answer of a usual length whole', () => {
  expect(shownPart('Hello')).toEqual({ shown: 'Hello', left: 0 });
  expect(shownPart('a'.repeat(MOST_SHOWN)).left).toBe(0);
});

it('leaves out the end of a very long one, and cuts no character in half', () => {
  const { shown, left } = shownPart('a'.repeat(MOST_SHOWN + 7));
  expect([shown.length, left]).toEqual([MOST_SHOWN, 7]);
  const cut = shownPart(`${'a'.repeat(MOST_SHOWN - 1)}\u{1f600}b`);
  expect([cut.shown.endsWith('a'), cut.left]).toEqual([true, 3]);
});
