import fc from 'fast-check';
import { expect, it } from 'vitest';
import { naiveAnswer } from './naive-model.ts';
import { NaiveNames } from './naive-names.ts';
import { asking, world } from './random-world.ts';
import { realAnswer, runtimeOf } from './real-answer.ts';
import type { Asking, World } from './world.ts';

/** Worlds of fifty requests each: `ROUTING_WORLDS=2000` makes a hundred thousand. */
const WORLDS = Number(process.env['ROUTING_WORLDS'] ?? 200);
const REQUESTS = 50;

const requests = fc.array(asking, { minLength: 1, maxLength: 2 * REQUESTS, size: 'max' });

function compare(some: World, askings: readonly Asking[], change = (one: World) => one): void {
  const runtime = runtimeOf(change(some));
  const names = new NaiveNames(some);
  for (const one of askings) {
    expect({ one, answer: realAnswer(runtime, one) }).toEqual({
      one,
      answer: naiveAnswer(some, names, one),
    });
  }
}

it('routes every request as the pages say, whatever the policies, names, lists and ends of models', () => {
  fc.assert(
    fc.property(world, requests, (some, askings) => {
      compare(some, askings);
    }),
    { numRuns: WORLDS },
  );
}, 600_000);

it('would show a deny of the platform that is lost, within fifty worlds', () => {
  const withoutDenies = (some: World): World => ({
    ...some,
    rules: some.rules.filter(({ owner, action }) => owner !== undefined || action !== 'deny'),
  });
  const { failed, numRuns } = fc.check(
    fc.property(world, requests, (some, askings) => {
      compare(some, askings, withoutDenies);
    }),
    { numRuns: 50, seed: 7, endOnFailure: true },
  );
  expect(failed).toBe(true);
  expect(numRuns).toBeLessThanOrEqual(50);
});
