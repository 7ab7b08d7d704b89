import { armOf } from '@aicp/contracts/abtests/assign';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { describe, expect, it } from 'vitest';
import { abTest } from '../testing/ab-tests.ts';
import { saying } from '../testing/clients.ts';
import {
  accessTier,
  allowedModels,
  deprecation,
  group,
  key,
  model,
  provider,
  rule,
  settings,
  simulated,
  type Fragments,
} from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { startScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { fails } from '../testing/two-providers.ts';

const acme = { organization: 'acme', team: 'ml' };
const fragments: Fragments = {
  providers: [simulated('sim')],
  models: [
    model('large', 'sim', { aliases: ['big'] }),
    model('small', 'sim', { tier: 'budget' }),
    model('third', 'sim'),
  ],
  policies: [group('both', { large: 1 })],
  keys: [key('alice', acme), key('ada', { ...acme, user: 'ada' }), key('bob')],
  abTests: [abTest('t', ['large', 'small'])],
};

/** The arm that users have in the test `t`. */
const armOfUser = (user: string) => armOf('ABTest-t', user, 5000);
const users = (arm: string) =>
  Array.from({ length: 40 }, (_, index) => `user-${index}`).filter((one) => armOfUser(one) === arm);
const [tried = ''] = users('variant');
const [spared = ''] = users('base');

interface Asking {
  readonly model?: string;
  readonly user?: string;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const send = (
  { url }: TestGateway,
  { model: asked = 'large', user, secret = 'sk-alice', headers }: Asking,
) =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, ...headers },
    body: JSON.stringify({ model: asked, messages: saying('hi'), user }),
  });

/** Who serves, in place of what, in which arm of which test. */
async function served(gateway: TestGateway, asking: Asking) {
  const response = await send(gateway, asking);
  await response.text();
  const names = ['x-aicp-model', 'x-aicp-routed-from', 'x-aicp-ab-test', 'x-aicp-variant'];
  return names.map((name) => response.headers.get(name));
}

const IN_VARIANT = ['small', 'large', 't', 'variant'];
const IN_BASE = ['large', null, 't', 'base'];
const IN_NONE = ['large', null, null, null];

describe('a running test', () => {
  it('has the variant serve its units, tells it, and records it', async () => {
    await using gateway = await startTestGateway({ fragments });
    expect(await served(gateway, { user: tried })).toEqual(IN_VARIANT);
    expect(await served(gateway, { user: spared })).toEqual(IN_BASE);
    expect(await served(gateway, { user: tried, model: 'third' })).toEqual([
      'third',
      ...[null, null, null],
    ]);
    expect(await usageOf(gateway, 3)).toMatchObject([
      { model_asked: 'large', model_served: 'small', ab_test: 't', variant: 'variant' },
      { model_asked: 'large', model_served: 'large', ab_test: 't', variant: 'base' },
      { model_served: 'third', ab_test: null, variant: null },
    ]);
  });

  it('knows its base model by an alias, and in no group', async () => {
    await using gateway = await startTestGateway({ fragments });
    expect(await served(gateway, { user: tried, model: 'big' })).toEqual([
      ...['small', 'big', 't', 'variant'],
    ]);
    expect(await served(gateway, { user: tried, model: 'both' })).toEqual([
      ...['large', 'both', null, null],
    ]);
  });

  it('tells a dry run, and explains who takes no part', async () => {
    const policies = [rule('no', 'deny', ['small'], { condition: 'key == bob' })];
    await using gateway = await startTestGateway({ fragments: { ...fragments, policies } });
    const steps = async (asking: Asking) => {
      const headers = { 'x-aicp-dry-run': 'true' };
      const decision = (await (
        await send(gateway, { ...asking, headers })
      ).json()) as DecisionRecord;
      return [decision.model, decision.steps.filter(({ stage }) => stage === 'abtest')];
    };
    expect(await steps({ user: tried })).toEqual([
      'small',
      [{ stage: 'abtest', outcome: 'variant', detail: 't: small' }],
    ]);
    expect(await steps({ user: spared })).toEqual([
      'large',
      [{ stage: 'abtest', outcome: 'base', detail: 't: large' }],
    ]);
    const detail = 't: small may not serve this request';
    expect(await steps({ user: tried, secret: 'sk-bob' })).toEqual([
      'large',
      [{ stage: 'abtest', outcome: 'excluded', detail }],
    ]);
  });

  it.each<[string, Fragments]>([
    ['the list of the team', { teams: [allowedModels('Team', 'ml', ['large'])] }],
    [
      'the list of the organization',
      { organizations: [allowedModels('Organization', 'acme', ['large'])] },
    ],
    ['a tier on approval', { tiers: [accessTier('closed', { models: ['small'] })] }],
    ['a deny', { policies: [rule('no', 'deny', ['small'])] }],
    [
      'a deny of what it is like',
      { policies: [rule('no', 'deny', [], { condition: 'candidate.tier == budget' })] },
    ],
    ['a permit', { policies: [rule('only', 'permit', ['large'])] }],
    [
      'the end of the variant',
      { deprecations: [deprecation('small', { sunsetAt: '2026-01-01T00:00:00Z' })] },
    ],
    [
      'the lack of a price',
      {
        settings: settings({ unpricedModelPolicy: 'block' }),
        models: [
          model('large', 'sim', { prices: { input: '1', output: '1' } }),
          model('small', 'sim'),
        ],
      },
    ],
  ])('leaves out both arms of those to whom the variant is closed by %s', async (_, more) => {
    await using gateway = await startTestGateway({ fragments: { ...fragments, ...more } });
    expect(await served(gateway, { user: tried })).toEqual(IN_NONE);
    expect(await served(gateway, { user: spared })).toEqual(IN_NONE);
  });

  it('yields to a policy that has somebody else serve', async () => {
    const policies = [rule('third', 'prefer', ['third'])];
    await using gateway = await startTestGateway({ fragments: { ...fragments, policies } });
    expect(await served(gateway, { user: tried })).toEqual(['third', 'large', null, null]);
  });

  it('keeps the arm of a request that a fallback served', async () => {
    await using vendor = await startScriptedProvider(fails(500));
    const models = [model('large', 'sim'), model('small', 'broken')];
    const providers = [simulated('sim'), provider('broken', { baseUrl: vendor.url })];
    await using gateway = await startTestGateway({
      fragments: { ...fragments, models, providers },
    });
    expect(await served(gateway, { user: tried })).toEqual(['large', null, 't', 'variant']);
    expect(await usageOf(gateway)).toMatchObject([
      { model_served: 'large', attempts: 2, ab_test: 't', variant: 'variant' },
    ]);
  });
});

describe('whom a test sticks to', () => {
  it('the user of the key goes before the one that the request names, and the key before nobody', async () => {
    await using gateway = await startTestGateway({ fragments });
    const arms = async (asking: Asking) => (await served(gateway, asking))[3];
    expect(await arms({ secret: 'sk-ada', user: tried })).toBe(armOfUser('ada'));
    expect(await arms({ secret: 'sk-ada', user: spared })).toBe(armOfUser('ada'));
    expect(await arms({})).toBe(armOfUser('alice'));
  });

  it('the key, whoever the user is; or each request by itself', async () => {
    const of = (stickyBy: 'key' | 'request') => ({
      ...fragments,
      abTests: [abTest('t', ['large', 'small'], { stickyBy })],
    });
    await using gateway = await startTestGateway({ fragments: of('key') });
    for (const user of [tried, spared]) {
      expect((await served(gateway, { user }))[3]).toBe(armOfUser('alice'));
    }
    await gateway.operator.push(of('request'));
    const arms = new Set<string | null | undefined>();
    for (let asked = 0; asked < 40; asked += 1) {
      arms.add((await served(gateway, { headers: { 'x-request-id': 'always-the-same' } }))[3]);
    }
    expect([...arms].sort()).toEqual(['base', 'variant']);
  });
});

describe('several tests', () => {
  it('act at the same time, one for each base model and scope, and each by itself', async () => {
    const abTests = [
      abTest('t', ['large', 'small']),
      abTest('other', ['third', 'small'], { share: 10_000 }),
      abTest('own', ['large', 'third'], { organization: 'acme', share: 10_000 }),
    ];
    await using gateway = await startTestGateway({ fragments: { ...fragments, abTests } });
    expect(await served(gateway, { user: tried, secret: 'sk-bob' })).toEqual(IN_VARIANT);
    expect(await served(gateway, { model: 'third' })).toEqual([
      ...['small', 'third', 'other', 'variant'],
    ]);
    expect(await served(gateway, { user: spared })).toEqual(['third', 'large', 'own', 'variant']);
  });
});

describe('a promoted test', () => {
  const abTests = [abTest('t', ['large', 'small'], { state: 'promoted' })];

  it('has the variant serve everybody, and counts nothing', async () => {
    await using gateway = await startTestGateway({ fragments: { ...fragments, abTests } });
    for (const user of [tried, spared]) {
      expect(await served(gateway, { user })).toEqual(['small', 'large', null, null]);
    }
    expect(await usageOf(gateway, 2)).toMatchObject([{ ab_test: null }, { ab_test: null }]);
  });

  it('sends nobody to a model that is closed to them', async () => {
    const teams = [allowedModels('Team', 'ml', ['large'])];
    await using gateway = await startTestGateway({ fragments: { ...fragments, abTests, teams } });
    expect(await served(gateway, { user: tried })).toEqual(IN_NONE);
  });
});

it('a test that is paused sends no more traffic from the next request on', async () => {
  await using gateway = await startTestGateway({ fragments });
  expect(await served(gateway, { user: tried })).toEqual(IN_VARIANT);
  await gateway.operator.push({ ...fragments, abTests: [] });
  expect(await served(gateway, { user: tried })).toEqual(IN_NONE);
});
