import { armOf } from '@aicp/contracts/abtests/assign';
import type { FailoverCourse } from '@aicp/contracts/routing/failover/failover-moves';
import { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import { route } from '@aicp/contracts/routing/route';
import { tryTests } from '@aicp/contracts/routing/trial/try-tests';
import { abTest } from '@aicp/gateway/testing/ab-tests';
import { failover, model, rule, simulated } from '@aicp/gateway/testing/fragments';
import {
  buildRuntime,
  entitlement,
  factsFor,
  principal,
} from '@aicp/gateway/testing/request-facts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const NAMES = ['a', 'b', 'c', 'd'];
const name = fc.constantFrom(...NAMES);
const course = fc.constantFrom<FailoverCourse>('away', 'probe', 'watching');

const world = fc.record({
  fallbacks: fc.dictionary(name, fc.array(name, { maxLength: 2 })),
  rules: fc.uniqueArray(
    fc.record({ from: name, to: name, course }).filter(({ from, to }) => from !== to),
    { maxLength: 4, selector: ({ from }) => from },
  ),
  tests: fc.uniqueArray(
    fc
      .record({
        base: name,
        variant: name,
        state: fc.constantFrom('running' as const, 'promoted' as const),
      })
      .filter(({ base, variant }) => base !== variant),
    { maxLength: 3, selector: ({ base }) => base },
  ),
  preferred: fc.option(name, { nil: undefined }),
  denied: fc.subarray(NAMES, { maxLength: 2 }),
  allowed: fc.subarray(NAMES),
  unusable: fc.subarray(NAMES, { maxLength: 1 }),
  asked: name,
  user: fc.constantFrom<string>('ada', 'bob', 'cy', 'di'),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

const PLAIN: World = {
  ...{ fallbacks: {}, rules: [], preferred: undefined, denied: [], allowed: [], unusable: [] },
  ...{ tests: [{ base: 'a', variant: 'b', state: 'running' }], asked: 'a', user: 'ada' },
};

const fragmentsOf = ({ fallbacks, rules, tests, preferred, denied, unusable }: World) => ({
  providers: NAMES.map((id) => simulated(`p-${id}`, {}, { isActive: !unusable.includes(id) })),
  models: NAMES.map((id) => model(id, `p-${id}`, { fallbacks: fallbacks[id] ?? [] })),
  policies: [
    ...denied.map((id) => rule(`no-${id}`, 'deny', [id])),
    ...(preferred === undefined ? [] : [rule('preferred', 'prefer', [preferred])]),
  ],
  failovers: rules.map(({ from, to }) => failover(from, to)),
  abTests: tests.map(({ base, variant, state }) =>
    abTest(`of-${base}`, [base, variant], { state }),
  ),
});

/** Who serves without tests, and with them. Undefined: the caller may not use what it asks for. */
function tried(some: World) {
  const { catalog, policies, failovers, abTests } = buildRuntime(fragmentsOf(some));
  const allowed = entitlement({ allowed: some.allowed });
  const resolution = catalog.named(some.asked, allowed)!;
  const courses = new Map(some.rules.map((one) => [`${one.from}-to-${one.to}`, one.course]));
  const states = { courseOf: ({ id }: { readonly id: string }) => courses.get(id)! };
  const routed = route({
    ...{ resolution, catalog, policies, entitlement: allowed, random: () => 0 },
    attributes: new RequestAttributes(factsFor(resolution)),
    failover: { book: failovers, states },
  });
  const trial = tryTests({
    ...{ tests: abTests, resolution, route: routed, hasPrice: () => true },
    ...{ principal: principal(), user: some.user, id: '' },
  });
  const ids = (models: readonly { readonly id: string }[]) => models.map(({ id }) => id);
  return {
    plain: ids(routed.candidates),
    ids: ids((trial ?? routed).candidates),
    assignment: trial?.assignment,
    steps: trial?.steps ?? [],
  };
}

const excluded = (detail: string) => [
  { stage: 'abtest', outcome: 'excluded', detail: `of-a: ${detail}` },
];

describe('A/B tests and failover rules at once', () => {
  it('say that a rule moved the base model', () => {
    const rules = [{ from: 'a', to: 'c', course: 'away' as const }];
    expect(tried({ ...PLAIN, rules })).toEqual({
      ...{ plain: ['c', 'a'], ids: ['c', 'a'], assignment: undefined },
      steps: excluded('the failover rule a-to-c has c serve for a'),
    });
    const preferred = 'd';
    expect(tried({ ...PLAIN, preferred, rules }).steps).toEqual(
      excluded('a policy decided who serves'),
    );
  });

  it.each(['running', 'promoted'] as const)(
    'send nobody to a variant that is away, and count nobody: %s',
    (state) => {
      const tests = [{ base: 'a', variant: 'b', state }];
      const rules = [{ from: 'b', to: 'c', course: 'away' as const }];
      for (const user of ['ada', 'bob', 'cy', 'di']) {
        expect(tried({ ...PLAIN, tests, rules, user })).toEqual({
          ...{ plain: ['a'], ids: ['a'], assignment: undefined },
          steps: excluded('the failover rule b-to-c has c serve for b'),
        });
      }
    },
  );

  it('send nobody to a model that cannot be asked, and count nobody', () => {
    const steps = (id: string) => excluded(`${id} cannot be asked: its provider is not usable`);
    for (const id of ['a', 'b']) {
      const { ids, assignment, steps: said } = tried({ ...PLAIN, unusable: [id] });
      expect([ids, assignment, said]).toEqual([['a'], undefined, steps(id)]);
    }
    const tests = [{ base: 'a', variant: 'b', state: 'promoted' as const }];
    expect(tried({ ...PLAIN, tests, unusable: ['b'] }).ids).toEqual(['a']);
    expect(tried({ ...PLAIN, tests, unusable: ['a'] }).ids).toEqual(['b', 'a']);
  });

  it('leave the variant in the test where nobody may serve for it, and while it is probed', () => {
    const away = [{ from: 'b', to: 'c', course: 'away' as const }];
    expect(tried({ ...PLAIN, rules: away, denied: ['c'] }).assignment).toBeDefined();
    const probed = [{ from: 'b', to: 'c', course: 'probe' as const }];
    expect(tried({ ...PLAIN, rules: probed }).assignment).toBeDefined();
  });

  it('lose nobody, add nobody who may not serve, and put nobody first who is away', () => {
    fc.assert(
      fc.property(world, (some) => {
        const { plain, ids, assignment, steps } = tried(some);
        fc.pre(plain.length > 0);
        expect(ids).toEqual(expect.arrayContaining(plain));
        expect(new Set(ids).size).toBe(ids.length);
        const may = (id: string) =>
          !some.denied.includes(id) && (some.allowed.length === 0 || some.allowed.includes(id));
        expect(ids.every(may)).toBe(true);
        const [first = ''] = ids;
        const isAway = some.rules.some(
          ({ from, to, course: is }) =>
            from === first && is === 'away' && may(to) && !some.unusable.includes(to),
        );
        if (first !== plain[0]) expect(isAway).toBe(false);
        const test = some.tests.find(({ base }) => base === some.asked);
        if (!assignment) {
          const isPromoted = steps.some(({ outcome }) => outcome === 'promoted');
          expect(first).toBe(isPromoted ? test!.variant : plain[0]);
          return;
        }
        expect(plain[0]).toBe(some.asked);
        expect(assignment.arm).toBe(armOf(`ABTest-of-${some.asked}`, some.user, 5000));
        expect(first).toBe(assignment.arm === 'variant' ? test!.variant : some.asked);
      }),
      { numRuns: 300 },
    );
  });
});
