import type { GuardrailFragment } from '@aicp/contracts/snapshot/sections/guardrails';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardrail } from '../../testing/guardrails.ts';
import { GuardrailBook, GuardrailMaker, type Guarded } from './guardrail-book.ts';

/** One is the beginning of another, and one could be read for none. */
const ORGANIZATIONS = ['acme', 'acme-2', '', undefined] as const;
const STAGES = ['input', 'output'] as const;

const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(values, { nil: undefined });
const some = (...names: string[]): fc.Arbitrary<string[]> => fc.subarray(names, { minLength: 1 });

/** Tenants name keys, teams and models alike, and those of others among them. */
const appliesTo = maybe(
  fc.record(
    { models: some('fast', 'fa*', '*'), teams: some('ml', 'ops'), keys: some('k1', 'k2') },
    { requiredKeys: [] },
  ),
);
const drawn = fc.record({
  organization: fc.constantFrom(...ORGANIZATIONS),
  stages: fc.subarray([...STAGES], { minLength: 1 }),
  mode: fc.constantFrom('block' as const, 'monitor' as const),
  appliesTo,
});
const fragments: fc.Arbitrary<GuardrailFragment[]> = fc
  .array(drawn, { maxLength: 8 })
  .map((list) => list.map((more, at) => guardrail(`g${String(at)}`, { ...more, detectors: [] })));

const guarded: fc.Arbitrary<Guarded> = fc.record({
  key: fc.constantFrom('k1', 'k2'),
  team: maybe(fc.constantFrom('ml', 'ops')),
  organization: fc.constantFrom(...ORGANIZATIONS),
  models: fc.subarray(['fast', 'slow']),
});

const bookOf = (list: readonly GuardrailFragment[]): GuardrailBook => {
  const maker = new GuardrailMaker();
  return new GuardrailBook(list.map((one) => maker.ready(one, [])));
};
const isSeenBy = (
  { organization }: Guarded,
  one: Pick<GuardrailFragment, 'organization'>,
): boolean => one.organization === undefined || one.organization === organization;

describe('with guardrails of the platform and of several organizations', () => {
  it('none acts on what another organization sends or is answered', () => {
    fc.assert(
      fc.property(fragments, guarded, (list, who) => {
        const book = bookOf(list);
        for (const stage of STAGES) {
          for (const acting of book.actingOn(who, stage)) expect(isSeenBy(who, acting)).toBe(true);
        }
      }),
    );
  });

  it('who is asked, and what answers are kept under, is the same whatever others have', () => {
    fc.assert(
      fc.property(fragments, guarded, guarded, (list, who, other) => {
        const shared = bookOf(list);
        // What was made ready for somebody else before is not given to who comes after.
        shared.setFor(other);
        const set = shared.setFor(who);
        const alone = bookOf(list.filter((one) => isSeenBy(who, one))).setFor(who);
        expect(set?.identity).toBe(alone?.identity);
        for (const side of STAGES) {
          const ids = set?.[side].guardrails.map(({ id }) => id);
          expect(ids).toEqual(alone?.[side].guardrails.map(({ id }) => id));
        }
      }),
    );
  });

  it('those of the platform that apply act on everybody, before those of an organization', () => {
    fc.assert(
      fc.property(fragments, guarded, (list, who) => {
        const platform = bookOf(list.filter(({ organization }) => organization === undefined));
        for (const stage of STAGES) {
          const everybodys = platform.actingOn(who, stage).map(({ id }) => id);
          const acting = bookOf(list).actingOn(who, stage);
          expect(acting.slice(0, everybodys.length).map(({ id }) => id)).toEqual(everybodys);
        }
      }),
    );
  });
});
