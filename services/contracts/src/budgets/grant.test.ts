import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grant, outstanding, type LeaseRow, type Room } from './grant.ts';

type Said = [spent: bigint, held: bigint, target: bigint | undefined];
type Case = [name: string, row: LeaseRow, said: Said, room: Room, granted: bigint];

describe('a grant', () => {
  const room = (limit: bigint, spent = 0n, others = 0n) => ({ limit, spent, others });
  const nothing: LeaseRow = { granted: 0n, ingested: 0n };

  it.each<Case>([
    ['is what is asked for, as long as there is room', nothing, [0n, 0n, 40n], room(100n), 40n],
    [
      'is what is left, where more is asked for',
      nothing,
      [0n, 0n, 400n],
      room(100n, 30n, 50n),
      20n,
    ],
    ['is nothing where nothing is left', nothing, [0n, 0n, 5n], room(100n, 60n, 40n), 0n],
    ['is what is a fact, also beyond the limit', nothing, [70n, 50n, 200n], room(100n), 120n],
    [
      'is lowered to a smaller target',
      { granted: 80n, ingested: 10n },
      [10n, 0n, 30n],
      room(100n, 10n),
      30n,
    ],
    [
      'is never lowered below what is a fact',
      { granted: 80n, ingested: 0n },
      [50n, 5n, 30n],
      room(100n),
      55n,
    ],
    [
      'is what is a fact, where nothing is asked for',
      { granted: 80n, ingested: 0n },
      [50n, 5n, undefined],
      room(100n),
      55n,
    ],
    [
      'stays where there is no room for more',
      { granted: 60n, ingested: 60n },
      [60n, 0n, 90n],
      room(100n, 100n),
      60n,
    ],
    [
      'counts what the ledger has of it once',
      { granted: 60n, ingested: 60n },
      [60n, 0n, 90n],
      room(100n, 60n),
      90n,
    ],
  ])('%s', (...[, row, [spent, held, target], left, granted]) => {
    expect(grant(row, { spent, held, target }, left)).toBe(granted);
  });

  it('leaves spend and all that is outstanding within the limit, but for what is a fact', () => {
    const amount = fc.bigInt(0n, 1_000n);
    const facts = fc.record({
      granted: amount,
      ingested: amount,
      spent: amount,
      held: amount,
      target: fc.option(amount, { nil: undefined }),
      limit: amount,
      ledger: amount,
      others: amount,
    });
    fc.assert(
      fc.property(facts, ({ granted, ingested, spent, held, target, limit, ledger, others }) => {
        const row = { granted, ingested };
        const made = grant(row, { spent, held, target }, { limit, spent: ledger, others });
        const before = outstanding({
          granted: granted > spent + held ? granted : spent + held,
          ingested,
        });
        const after = outstanding({ granted: made, ingested });
        expect(made).toBeGreaterThanOrEqual(spent + held);
        if (after > before) expect(ledger + others + after).toBeLessThanOrEqual(limit);
        if (target !== undefined && target >= spent + held)
          expect(made <= target || made === granted || made === spent + held).toBe(true);
      }),
    );
  });
});
