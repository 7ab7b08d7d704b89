import { systemClock } from '@aicp/common/time/clock';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { hashOf, key, type Fragments } from '@aicp/gateway/testing/fragments';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainer } from './explainer.ts';
import { naiveAnswer } from './naive-model.ts';
import { NaiveNames } from './naive-names.ts';
import type { Asking, RuleOf, World } from './world-types.ts';
import { asking, world, NAMES, NOW } from './world.ts';
import { listed, realAnswer, statsOf } from './real-answer.ts';
import { runtimeOf, snapshotOf } from './world-snapshot.ts';

describe('differential', () => {
  /** Worlds of fifty requests each: `ROUTING_WORLDS=2000` makes a hundred thousand. */
  const WORLDS = Number(process.env['ROUTING_WORLDS'] ?? 100);
  const REQUESTS = 50;

  const requests = fc.array(asking, { minLength: 1, maxLength: 2 * REQUESTS, size: 'max' });

  function compare(some: World, askings: readonly Asking[], change = (one: World) => one): void {
    const runtime = runtimeOf(change(some));
    const names = new NaiveNames(some);
    const seen = { stats: statsOf(some), money: some.money };
    for (const one of askings) {
      expect({ one, answer: realAnswer(runtime, one, seen) }).toEqual({
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

  it('lists exactly those models that a request gets past access', () => {
    const isPast = (answer: unknown): boolean =>
      answer !== 'model_not_found' && answer !== 'model_not_allowed';
    fc.assert(
      fc.property(world, fc.array(asking, { minLength: 1, maxLength: 10 }), (some, askings) => {
        const runtime = runtimeOf(some);
        const seen = { stats: statsOf(some), money: some.money };
        for (const one of askings) {
          const past = NAMES.filter((model) =>
            isPast(realAnswer(runtime, { ...one, model }, seen)),
          );
          expect(listed(runtime, one)).toEqual(past);
        }
      }),
      { numRuns: WORLDS },
    );
  }, 600_000);

  const withRules = (isKept: (rule: RuleOf) => boolean) => (some: World) => ({
    ...some,
    rules: some.rules.filter(isKept),
  });
  const isOfCandidates = ({ condition }: RuleOf) => condition?.includes('candidate.') === true;

  it.each<[string, (some: World) => World]>([
    [
      'a deny of the platform',
      withRules(({ owner, action }) => owner !== undefined || action !== 'deny'),
    ],
    [
      'a permit that reads candidates',
      withRules((one) => one.action !== 'permit' || !isOfCandidates(one)),
    ],
    [
      'a prefer that reads candidates',
      withRules((one) => one.action !== 'prefer' || !isOfCandidates(one)),
    ],
    ['a strategy', (some) => ({ ...some, strategies: [] })],
    ['a tier', (some) => ({ ...some, tiers: [] })],
    ['an A/B test', (some) => ({ ...some, tests: [] })],
  ])('would show %s that is lost, within a hundred worlds', (_, change) => {
    const { failed, numRuns } = fc.check(
      fc.property(world, requests, (some, askings) => {
        compare(some, askings, change);
      }),
      { numRuns: 100, seed: 7, endOnFailure: true },
    );
    expect(failed).toBe(true);
    expect(numRuns).toBeLessThanOrEqual(100);
  });
});

describe('explain', () => {
  /** Installations of fifty requests each: `EXPLAIN_WORLDS=200` makes ten thousand. */
  const WORLDS = Number(process.env['EXPLAIN_WORLDS'] ?? 10);
  const REQUESTS = 50;

  const item = <T>(snapshot: StoredSnapshot, section: string): T[] =>
    JSON.parse(snapshot.contents[section] ?? '[]') as T[];

  const keysOf = (askings: readonly Asking[]) =>
    askings.map(({ organization, team, user, keyList, key: id }, index) =>
      key(`k${index}`, {
        id,
        allowedModels: [...keyList],
        ...(organization === undefined ? {} : { organization }),
        ...(team === undefined ? {} : { team }),
        ...(user === undefined ? {} : { user }),
      }),
    );

  const fragmentsOf = (
    snapshot: StoredSnapshot,
    keys: NonNullable<Fragments['keys']>,
  ): Fragments => ({
    settings: item<NonNullable<Fragments['settings']>>(snapshot, 'settings')[0]!,
    providers: item(snapshot, 'providers'),
    models: item(snapshot, 'models'),
    policies: item(snapshot, 'policies'),
    deprecations: item(snapshot, 'deprecations'),
    tiers: item(snapshot, 'access_tiers'),
    grants: item(snapshot, 'access_grants'),
    teams: item(snapshot, 'team_models'),
    organizations: item(snapshot, 'organization_models'),
    budgets: item(snapshot, 'budgets'),
    abTests: item(snapshot, 'abtests'),
    keys,
  });

  const bodyOf = ({ model, stream }: Asking, index: number) => ({
    ...(model === undefined ? {} : { model }),
    stream,
    messages: [
      {
        role: 'user',
        content: [{ type: 'text', text: 'x'.repeat(index) }, IMAGE, { type: 'text' }],
      },
    ],
    ...(index % 3 === 0 ? { tools: [{ type: 'function', function: { name: 'f' } }] } : {}),
    metadata: { project: `p${index % 4}` },
  });

  const IMAGE = {
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${'A'.repeat(4000)}` },
  };

  const CLOCK = { ...systemClock, now: () => NOW };

  const PAST = new Date(NOW - 1).toISOString();

  it.each([
    [{ blocked: true }, 'invalid_api_key', 'blocked'],
    [{ blocked: true, ownerMissing: 'the team "x" does not exist' }, 'key_owner_missing', '"x"'],
    [{ hashes: [{ hash: hashOf('sk-k'), until: PAST }] }, 'invalid_api_key', 'expired'],
  ])('explain refuses a key as the gateway does: %j', async (more, code, says) => {
    const [some] = fc.sample(world, { numRuns: 1, seed: 3 });
    const snapshot = snapshotOf(some!);
    const unusable = key('k', more);
    const fragments = fragmentsOf(snapshot, [unusable]);
    await using gateway = await startTestGateway({ fragments, clock: CLOCK, random: () => 0 });
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-k', 'x-aicp-dry-run': 'true' },
      body: JSON.stringify({ model: 'm', messages: [] }),
    });
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    const decision = await explainer(snapshot)({ model: 'm' }, unusable);
    expect(error.code).toBe(code);
    expect(error.message).toContain(says);
    expect(decision).toMatchObject({
      result: 'deny',
      status: response.status,
      code,
      message: error.message,
      model: null,
      steps: [{ stage: 'authenticate', outcome: 'refused', detail: 'k' }],
      candidates: [],
    });
  });

  const NAMELESS = { id: '', request_id: '' };

  /** What the request may cost, as a gateway guesses it. */
  const GUESS = /, which may cost \$[0-9]+\.[0-9]+/;

  /** The gateway has counted nothing, and knows it; explain does not know, and says so. Nor does it look at limits, or know what requests cost. */
  const withoutUnknown = (decision: DecisionRecord): DecisionRecord => ({
    ...decision,
    message: decision.message?.replace(GUESS, '') ?? null,
    steps: decision.steps
      .filter(({ stage, outcome }) => outcome !== 'unknown' && stage !== 'limit')
      .map((one) =>
        one.detail === undefined ? one : { ...one, detail: one.detail.replace(GUESS, '') },
      ),
  });

  /** Asks a gateway, by dry runs, and `explain` of the same snapshot; answers how many decisions are the same. */
  async function compared(snapshot: StoredSnapshot, requests: readonly Asking[]): Promise<number> {
    const keys = keysOf(requests);
    const fragments = fragmentsOf(snapshot, keys);
    const explain = explainer(snapshot);
    await using gateway = await startTestGateway({ fragments, clock: CLOCK, random: () => 0 });
    for (const [index, one] of requests.entries()) {
      const body = bodyOf(one, index);
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer sk-k${index}`, 'x-aicp-dry-run': 'true' },
        body: JSON.stringify(body),
      });
      const dryRun = (await response.json()) as DecisionRecord;
      const decision = await explain(body, keys[index]!);
      if (decision.asked_model === null) expect(response.status).toBe(decision.status);
      else expect(withoutUnknown(decision)).toEqual(withoutUnknown({ ...dryRun, ...NAMELESS }));
    }
    return requests.length;
  }

  /** The same with the providers changed. */
  const withProviders = (snapshot: StoredSnapshot, change: object): StoredSnapshot => ({
    ...snapshot,
    contents: {
      ...snapshot.contents,
      providers: JSON.stringify(
        item<{ id: string }>(snapshot, 'providers').map((one) =>
          one.id === 'sim' ? { ...one, ...change } : one,
        ),
      ),
    },
  });

  const sample = (numRuns: number) =>
    fc.sample(fc.tuple(world, fc.array(asking, { minLength: REQUESTS, maxLength: REQUESTS })), {
      numRuns,
      seed: 3,
    });

  it('explain answers the very decision that the gateway answers to a dry run', async () => {
    let count = 0;
    for (const [some, requests] of sample(WORLDS))
      count += await compared(snapshotOf(some), requests);
    expect(count).toBe(WORLDS * REQUESTS);
  }, 600_000);

  it.each([[{ isActive: false }], [{ credential: 'missing' }]])(
    'explain passes over a provider that cannot be asked as the gateway does: %j',
    async (change) => {
      for (const [some, requests] of sample(3))
        await compared(withProviders(snapshotOf(some), change), requests);
    },
  );
});
