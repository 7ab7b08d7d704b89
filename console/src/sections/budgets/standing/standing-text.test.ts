import { expect, it } from 'vitest';
import { standingText } from './standing-text.ts';

const standing = { limit: 25, increase: undefined, soft: 20, hard: 25, spent: 0, reserved: 0 };

it.each([
  [0.000342, 24.999658, 0, '$0.000342 spent (0%), $24.999658 left of $25.00'],
  [10, 15, 0, '$10.00 spent (40%), $15.00 left of $25.00'],
  [
    ...([10, 14.995, 0.005] as const),
    '$10.00 spent (40%), $0.005 reserved for requests under way, $14.995 left of $25.00',
  ],
])('says of %d spent what is left, and no more', (spent, remaining, reserved, text) => {
  const words = standingText({ ...standing, spent, remaining, reserved }, { limit: 25, spent });
  expect(words).toBe(text);
});
