import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuntimeTarget } from './runtime.ts';
import { targetByWeight } from './target-by-weight.ts';

/** Credentials with these weights, named by their places. Nothing but the weight decides. */
const targetsOf = (weights: readonly number[]): readonly RuntimeTarget[] =>
  weights.map((weight, place) => ({ name: String(place), weight }) as RuntimeTarget);

const always = (): boolean => true;

describe('the credential that is asked', () => {
  it('is drawn by weight', () => {
    const targets = targetsOf([1, 0, 3]);
    const drawn = [0, 0.24, 0.25, 0.99].map(
      (draw) => targetByWeight(targets, always, () => draw)?.name,
    );
    expect(drawn).toEqual(['0', '0', '2', '2']);
  });

  it('is one without weight only where no other may be asked', () => {
    const targets = targetsOf([5, 0]);
    expect(
      targetByWeight(
        targets,
        ({ weight }) => weight === 0,
        () => 0.5,
      )?.name,
    ).toBe('1');
  });

  it('is always one that may be asked, and there is one where any may', () => {
    const weights = fc.array(fc.nat({ max: 3 }), { maxLength: 5 });
    const draws = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(weights, fc.nat({ max: 31 }), draws, (some, mask, draw) => {
        const targets = targetsOf(some);
        const mayAsk = ({ name }: RuntimeTarget): boolean => ((mask >> Number(name)) & 1) === 1;
        const asked = targetByWeight(targets, mayAsk, () => draw);
        expect(asked !== undefined).toBe(targets.some(mayAsk));
        expect(asked === undefined || mayAsk(asked)).toBe(true);
      }),
    );
  });
});
