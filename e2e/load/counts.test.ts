import { expect, it } from 'vitest';
import { difference, NOTHING } from './counts.ts';

it('keeps what came after, and leaves out what was wrong before alone', () => {
  const before = { ...NOTHING, sent: 10, answered: 8, failed: 2, wrong: { '503 x': 2, EPIPE: 1 } };
  const after = { ...NOTHING, sent: 30, answered: 26, failed: 4, wrong: { '503 x': 4, EPIPE: 1 } };
  expect(difference(before, after)).toEqual({
    sent: 20,
    answered: 18,
    failed: 2,
    lostConnections: 0,
    wrong: { '503 x': 2 },
  });
});
