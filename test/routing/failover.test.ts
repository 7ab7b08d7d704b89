import type { FailoverCourse } from '@aicp/contracts/routing/failover/failover-moves';
import { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import { route } from '@aicp/contracts/routing/route';
import {
  failover,
  group,
  key,
  model,
  rule,
  simulated,
  snapshotOf,
} from '@aicp/gateway/testing/fragments';
import { buildRuntime, entitlement, factsFor } from '@aicp/gateway/testing/request-facts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { explainer } from './explainer.ts';

const NAMES = ['a', 'b', 'c', 'd'];
const name = fc.constantFrom(...NAMES);
/** Whoever serves now has its targets before who may have to. */
const COURSES: readonly FailoverCourse[] = ['away', 'probe', 'watching'];
const course = fc.constantFrom(...COURSES);
const ruleOf = fc.record({
  from: name,
  to: name,
  owner: fc.constantFrom(undefined, 'acme', 'rival'),
  course,
});

const world = fc.record({
  fallbacks: fc.dictionary(name, fc.array(name, { maxLength: 2 })),
  rules: fc.uniqueArray(
    ruleOf.filter(({ from, to }) => from !== to),
    { maxLength: 5, selector: ({ from, owner }) => `${from}/${owner ?? ''}` },
  ),
  denied: fc.subarray(NAMES, { maxLength: 2 }),
  allowed: fc.subarray(NAMES),
  down: fc.subarray(NAMES, { maxLength: 1 }),
  asked: fc.oneof(name, fc.constant('pool')),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

const fragmentsOf = ({ fallbacks, rules, denied, down }: World) => ({
  providers: NAMES.map((id) => simulated(`p-${id}`, {}, { isActive: !down.includes(id) })),
  models: NAMES.map((id) => model(id, `p-${id}`, { fallbacks: fallbacks[id] ?? [] })),
  policies: [group('pool', { a: 1, b: 1 }), ...denied.map((id) => rule(`no-${id}`, 'deny', [id]))],
  failovers: rules.map(({ from, to, owner }) =>
    failover(from, to, {
      organization: owner,
      source: {
        kind: 'FailoverRule',
        name: `${from}/${owner ?? ''}`,
        uid: `${from}/${owner ?? ''}`,
        generation: 1,
      },
    }),
  ),
});

function routed(some: World, hasRules: boolean) {
  const runtime = buildRuntime(fragmentsOf(some));
  const { catalog, policies, failovers } = runtime;
  const allowed = entitlement({ organization: 'acme', allowed: some.allowed });
  const resolution = catalog.named(some.asked, allowed)!;
  const courses = new Map(some.rules.map((one) => [`${one.from}/${one.owner ?? ''}`, one.course]));
  const { candidates, moves } = route({
    ...{ resolution, catalog, policies, entitlement: allowed, random: () => 0 },
    attributes: new RequestAttributes(factsFor(resolution)),
    failover: hasRules
      ? { book: failovers, states: { courseOf: ({ uid }) => courses.get(uid)! } }
      : undefined,
  });
  return { ids: candidates.map(({ id }) => id), moves };
}

/** By hand, for rules of which none leads to the source of another: each source's place, then all that stands behind. */
function naive({ rules, fallbacks, ...some }: World, plain: readonly string[]): string[] {
  const may = (id: string): boolean =>
    !some.denied.includes(id) && (some.allowed.length === 0 || some.allowed.includes(id));
  const front: string[] = [];
  const back: string[] = [];
  for (const id of plain) {
    const own = rules.filter(({ from, owner }) => from === id && owner !== 'rival');
    const ordered = own.toSorted(
      (a, b) => COURSES.indexOf(a.course) - COURSES.indexOf(b.course) || +!!a.owner - +!!b.owner,
    );
    const taken = new Set([id]);
    const by: Record<FailoverCourse, string[]> = { away: [], probe: [], watching: [] };
    for (const one of ordered) {
      // Where the target may not serve, its fallbacks do not either.
      const named = may(one.to) ? [one.to, ...(fallbacks[one.to] ?? [])] : [];
      const serving = named.filter((target) => may(target) && !some.down.includes(target));
      const left = new Set(serving).difference(taken);
      for (const target of left) taken.add(target);
      by[one.course].push(...left);
    }
    const isAway = by.away.length > 0;
    front.push(...by.away, ...(isAway ? [] : [id]), ...by.probe);
    back.push(...by.watching, ...(isAway ? [id] : []));
  }
  return [...new Set([...front, ...back])];
}

it('puts targets where they belong, as far as they may serve', () => {
  fc.assert(
    fc.property(world, (some) => {
      const sources = new Set(some.rules.map(({ from }) => from));
      const reached = some.rules.flatMap(({ to }) => [to, ...(some.fallbacks[to] ?? [])]);
      fc.pre(!reached.some((id) => sources.has(id)));
      expect(routed(some, true).ids).toEqual(naive(some, routed(some, false).ids));
    }),
    { numRuns: 200 },
  );
});

it.each(['watching', 'probe'] as const)(
  'a rule that is away moves to a target that another rule on its source, which is %s, names too',
  (other) => {
    const some: World = {
      ...{ fallbacks: {}, denied: [], allowed: [], down: [], asked: 'a' },
      rules: [
        { from: 'a', to: 'b', owner: undefined, course: other },
        { from: 'a', to: 'b', owner: 'acme', course: 'away' },
      ],
    };
    const { ids, moves } = routed(some, true);
    expect(ids).toEqual(['b', 'a']);
    expect(moves.find(({ rule: by }) => by === 'a/acme')?.instead).toHaveLength(1);
  },
);

it('loses nobody, adds nobody who may not serve, and ends, whatever the chain', () => {
  fc.assert(
    fc.property(world, (some) => {
      const plain = routed(some, false).ids;
      const { ids, moves } = routed(some, true);
      expect(ids).toEqual(expect.arrayContaining(plain));
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) {
        expect(some.denied).not.toContain(id);
        if (some.allowed.length > 0) expect(some.allowed).toContain(id);
      }
      expect(moves.every(({ rule: by }) => !by.endsWith('/rival'))).toBe(true);
      if (plain.length === 0) expect(ids).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

it('explain says of which rules it does not know how they stand', async () => {
  const alice = key('alice');
  const explain = explainer(
    snapshotOf({
      providers: [simulated('sim')],
      models: [model('a', 'sim'), model('b', 'sim')],
      failovers: [failover('a', 'b')],
      keys: [alice],
    }),
  );
  const { candidates, model: first, steps } = await explain({ model: 'a', messages: [] }, alice);
  expect({ candidates, first }).toEqual({ candidates: ['a', 'b'], first: 'a' });
  expect(steps).toContainEqual(
    expect.objectContaining({ stage: 'failover', outcome: 'unknown', policy: 'a-to-b' }),
  );
});
