import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idleOf, isSoughtBy, type Rival } from './rivals.ts';

const rival = (session: string, more: Partial<Rival> = {}): Rival => ({
  session,
  granted: 0n,
  inUse: 0n,
  lackingSince: undefined,
  ...more,
});

describe('what others have of a limit', () => {
  it('is idle where it was granted and is not in use, and never less than nothing', () => {
    const rivals = [
      rival('a', { granted: 10n, inUse: 4n }),
      rival('b', { granted: 5n, inUse: 9n }),
      rival('c', { granted: 1n }),
    ];
    expect(idleOf(rivals)).toBe(7n);
    expect(idleOf([])).toBe(0n);
  });

  it('is given back to those who lack something, by exactly one of two who both do', () => {
    const one = fc.record({
      session: fc.constantFrom('a', 'b', 'c', 'd'),
      lackingSince: fc.option(fc.nat(3), { nil: undefined }),
    });
    fc.assert(
      fc.property(one, one, (a, b) => {
        fc.pre(a.session !== b.session);
        const [seeksA, seeksB] = [
          isSoughtBy([rival(a.session, a)], b),
          isSoughtBy([rival(b.session, b)], a),
        ];
        const lacking = [a, b].filter(({ lackingSince }) => lackingSince !== undefined);
        expect([seeksA, seeksB].filter(Boolean)).toHaveLength(Math.min(1, lacking.length));
      }),
    );
  });
});
