import { Simulation, type ReplayedRequest } from '@aicp/admin/simulate/simulation';
import { changedPolicies } from '@aicp/admin/simulate/changed-policies';
import { policyFragmentOf } from '@aicp/admin/simulate/policy-fragment';
import { UnknownAttributes } from '@aicp/admin/simulate/replay/unknown-attributes';
import { RoutingSnapshot, tablesOf } from '@aicp/admin/kinds/routing-policy/routing-snapshot';
import type { Spec } from '@aicp/admin/resources/collection';
import type { RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import type { RecordedRequest } from '@aicp/ledger/query/recorded-requests';
import { key } from '@aicp/gateway/testing/fragments';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { realAnswer, recordedBy, statsOf } from './real-answer.ts';
import { runtimeOf, snapshotOf } from './world-snapshot.ts';
import type { Asking, RuleOf, World } from './world-types.ts';
import { asking, fallback, groupOf, NAMES, rule, strategy, world as anyWorld } from './world.ts';

/** Installations of forty requests each: `SIMULATE_WORLDS=1000` makes forty thousand. */
const WORLDS = Number(process.env['SIMULATE_WORLDS'] ?? 25);
/** Without budgets, by which the gateway looks at prices: `realAnswer` ends with the policies. */
const world = anyWorld.map((some): World => ({ ...some, budgets: [] }));
const requests = fc.array(asking, { minLength: 1, maxLength: 40, size: 'max' });

const CREATED = '2100-01-01T00:00:00Z';

/** A key for each request: what it allows is its own. */
const keyOf = ({ organization, keyList, user, team }: Asking, index: number) =>
  key(`k${index}`, {
    id: `k${index}`,
    allowedModels: [...keyList],
    ...(organization === undefined ? {} : { organization }),
    ...(team === undefined ? {} : { team }),
    ...(user === undefined ? {} : { user }),
  });

/** What a simulation says of each request that was recorded in a world, where a policy is added to it. */
async function simulated(
  some: World,
  askings: readonly Asking[],
  spec: Spec | undefined,
  id?: string,
) {
  const routing = new RoutingSnapshot();
  routing.apply(snapshotOf(some));
  const known = routing.current;
  const fragment =
    spec &&
    policyFragmentOf({ id: id ?? 'new', created: CREATED, spec }, { ...known.tables, ...known });
  const { policies } = changedPolicies(known.policies, id, fragment);
  const runtime = runtimeOf(some);
  const seen = { stats: statsOf(some), money: some.money };
  const recorded = askings.map((one, index) =>
    recordedBy(runtime, { ...one, key: `k${index}` }, seen),
  );
  const replayed: ReplayedRequest[] = [];
  const simulation = new Simulation({
    ledger: ledgerOf(recorded),
    before: { ...known, unknown: new UnknownAttributes(known.policies) },
    after: {
      budgets: known.budgets,
      tables: tablesOf({ ...known.parts, policies }),
      unknown: new UnknownAttributes(policies),
    },
    keys: new Map(askings.map((one, index) => [`k${index}`, keyOf(one, index)])),
    ...{ reach: {}, from: 0, to: Infinity, most: 1000 },
    onReplayed: (one) => replayed.push(one),
  });
  await simulation.run();
  return { simulation, replayed, recorded, conflict: !policies.includes(fragment as never) };
}

const ledgerOf = (recorded: readonly RecordedRequest[]) => ({
  recordedRequests: ({ before }: { before?: object | undefined }) =>
    Promise.resolve(before ? [] : [...recorded]),
  tokensOfRequests: () => Promise.resolve(new Map()),
});

const nameOf = ({ id, isPlatforms, organization = '' }: RoutingModel): string =>
  `${isPlatforms ? '' : organization}/${id}`;

/** Who may serve a replayed request, as `realAnswer` says it. */
const answerOf = ({ candidates, refusal }: ReplayedRequest['after']) =>
  refusal ? (refusal.code ?? 'no_model') : candidates.map(nameOf);

const isByChance = ({ draws }: ReplayedRequest['after']): boolean =>
  [...draws.values()].some((draw) => draw.isByChance);

const sorted = (answer: readonly string[] | string) =>
  typeof answer === 'string' ? answer : [...answer].sort();

/** Compares each request to what a gateway does that has the policy; answers how many were compared. */
async function compared(
  some: World,
  other: World,
  askings: readonly Asking[],
  policy: { spec: Spec | undefined; id?: string },
) {
  const { replayed, recorded } = await simulated(some, askings, policy.spec, policy.id);
  const [without, withPolicy] = [runtimeOf(some), runtimeOf(other)];
  const seen = { stats: statsOf(some), money: some.money };
  for (const { request, before, after, change } of replayed) {
    const one = askings[recorded.indexOf(request)]!;
    const asked = { ...one, key: `k${recorded.indexOf(request)}` };
    const [was, is] = [realAnswer(without, asked, seen), realAnswer(withPolicy, asked, seen)];
    const told = { one, before: answerOf(before), after: answerOf(after) };
    expect({ ...told, before: sorted(told.before), after: sorted(told.after) }).toEqual({
      one,
      before: sorted(was),
      after: sorted(is),
    });
    if (!isByChance(before)) expect(told.before).toEqual(was);
    if (isByChance(before) || isByChance(after)) continue;
    expect(told.after).toEqual(is);
    expect(change !== undefined).toBe(isChanged(was, is));
  }
  return replayed.length;
}

/** Whether others may serve, or another one is asked first; all providers can be asked. */
const isChanged = (was: readonly string[] | string, is: readonly string[] | string): boolean => {
  if (typeof was === 'string' || typeof is === 'string') return typeof was !== typeof is;
  return was[0] !== is[0] || JSON.stringify(sorted(was)) !== JSON.stringify(sorted(is));
};

const specOf = ({ owner, action, condition, priority, targets }: RuleOf): Spec => ({
  ...(owner === undefined ? {} : { organizationId: owner }),
  ...(condition === undefined ? {} : { condition }),
  ...{ action, priority, targetModels: targets },
});

/** Without what is undefined, as a spec comes from the API. */
const plain = (spec: object): Spec => JSON.parse(JSON.stringify(spec)) as Spec;

describe('simulate', () => {
  it('says of each request what a gateway does that has the policy', async () => {
    let count = 0;
    let all = 0;
    await fc.assert(
      fc.asyncProperty(world, requests, rule, async (some, askings, added) => {
        const other = { ...some, rules: [...some.rules, added] };
        count += await compared(some, other, askings, { spec: specOf(added) });
        all += askings.length;
      }),
      { numRuns: WORLDS },
    );
    expect(count / all).toBeGreaterThan(0.7);
  }, 600_000);

  it('says the same of fallbacks, strategies and groups that are added', async () => {
    /** A group of a new name, which no policy of the world knows. */
    const group = groupOf(fc.constantFrom(...NAMES)).map((one) => ({ ...one, alias: 'new' }));
    const added = fc.record({ fallback, strategy, group, isAsked: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(world, requests, added, async (some, askings, more) => {
        const { fallbacks, strategies, groups } = some;
        const { owner: organizationId, priority, model, fallbacks: names } = more.fallback;
        const asFallback = { organizationId, priority, config: { model, fallbacks: names } };
        await compared(some, { ...some, fallbacks: [...fallbacks, more.fallback] }, askings, {
          spec: plain({ policyType: 'fallback', ...asFallback }),
        });
        const { owner, strategy: by, group: alias } = more.strategy;
        const asStrategy = { organizationId: owner, priority: more.strategy.priority };
        await compared(some, { ...some, strategies: [...strategies, more.strategy] }, askings, {
          spec: plain({
            ...{ policyType: 'routing_strategy', config: { strategy: by, alias } },
            ...asStrategy,
          }),
        });
        const { members } = more.group;
        const config = {
          alias: 'new',
          models: members.map(({ name }) => name),
          weights: members.map(({ weight }) => weight),
        };
        const asking = askings.map((one, index) => (index % 2 ? one : { ...one, model: 'new' }));
        await compared(some, { ...some, groups: [...groups, more.group] }, asking, {
          spec: plain({ policyType: 'model_group', organizationId: more.group.owner, config }),
        });
      }),
      { numRuns: WORLDS },
    );
  }, 600_000);

  it('says the same of a policy that is taken away', async () => {
    await fc.assert(
      fc.asyncProperty(world, requests, fc.nat(6), async (some, askings, place) => {
        const index = place % Math.max(1, some.rules.length);
        const taken = some.rules[index];
        // What a policy kept out of the snapshot comes alive without it, which nobody there knows.
        fc.pre(taken !== undefined && taken.action === 'deny');
        const inert: RuleOf = { ...taken, action: 'deny', condition: 'team == nobody' };
        const other = { ...some, rules: some.rules.with(index, inert) };
        await compared(some, other, askings, { spec: undefined, id: `r${index}` });
      }),
      { numRuns: WORLDS },
    );
  }, 600_000);

  it('counts nothing as changed where the policy changes nothing, whatever the dice show', async () => {
    await fc.assert(
      fc.asyncProperty(world, requests, async (some, askings) => {
        const spec = { action: 'deny', condition: 'team == nobody', targetModels: [] };
        const { simulation, replayed } = await simulated(some, askings, spec);
        expect(simulation.all.changed + simulation.all.changes.order).toBe(0);
        expect(simulation.drifted).toBe(0);
        expect(simulation.all.total).toBe(askings.length);
        for (const { request, before } of replayed) {
          expect(before.candidates.map(({ id }) => id)).toEqual(request.candidates);
        }
      }),
      { numRuns: WORLDS },
    );
  }, 600_000);
});
