import { expect, it } from 'vitest';
import { realAnswer, statsOf } from './real-answer.ts';
import { runtimeOf } from './world-snapshot.ts';
import type { Answer, Asking, World } from './world-types.ts';

const model = (id: string, aliases: readonly string[] = []) => ({
  owner: undefined,
  id,
  aliases,
  fallbacks: [] as readonly string[],
  tier: 'free',
  price: undefined,
  uses: undefined,
  isActive: true,
});

/** No budget counts anything. */
const NO_BUDGET = { ofAll: undefined, ofTold: undefined };

/** Models a, b and c; a has the alias y, and is all of the group x-1. */
const WORLD: World = {
  models: [model('a', ['y']), model('b'), model('c')],
  groups: [{ owner: undefined, alias: 'x-1', members: [{ name: 'y', weight: 1 }] }],
  rules: [],
  fallbacks: [],
  deprecations: [],
  strategies: [],
  figures: {},
  tiers: [],
  grants: [],
  organizationLists: { acme: [], rival: [] },
  teamLists: { t1: [], t2: [], t3: [] },
  defaultModel: undefined,
  budgets: [],
  money: { acme: NO_BUDGET, rival: NO_BUDGET, '': NO_BUDGET },
  tests: [],
};

/** Of acme's team t1, for b. */
const ASKING: Asking = {
  key: 'acme-1',
  user: undefined,
  organization: 'acme',
  team: 't1',
  keyList: [],
  model: 'b',
  stream: false,
  dice: 0,
};

const rule = (action: 'permit' | 'prefer' | 'deny', target: string): Partial<World> => ({
  rules: [{ owner: undefined, priority: 0, action, condition: undefined, targets: [target] }],
});
const fallback = (from: string, to: string): Partial<World> => ({
  fallbacks: [{ owner: undefined, priority: 0, model: from, fallbacks: [to] }],
});
const tier = (name: string): Partial<World> => ({
  tiers: [{ owner: undefined, models: [name], labels: [], isOnApproval: true }],
});
const end = (name: string, replacement: string | undefined): Partial<World> => ({
  deprecations: [
    {
      owner: undefined,
      model: name,
      replacement,
      isRerouted: replacement !== undefined,
      isPast: true,
    },
  ],
});

/** A place, the world or the request with a name in it, what is asked for instead of b, and who serves or why nobody does. */
const PLACES: readonly [string, (name: string) => Partial<World & Asking>, Answer][] = [
  ['a request', (name) => ({ model: name }), ['/a']],
  ['the list of a key', (name) => ({ keyList: [name] }), 'model_not_allowed'],
  ['the list of a key, asked for a member', (name) => ({ keyList: [name], model: name }), ['/a']],
  [
    'the list of a team',
    (name) => ({ teamLists: { t1: [name], t2: [], t3: [] }, model: name }),
    ['/a'],
  ],
  [
    'the list of an organization',
    (name) => ({ organizationLists: { acme: [name], rival: [] }, model: name }),
    ['/a'],
  ],
  ['the default', (name) => ({ defaultModel: name, model: undefined }), ['/a']],
  ['a permit', (name) => rule('permit', name), ['/a']],
  ['a prefer', (name) => rule('prefer', name), ['/a', '/b']],
  ['a deny', (name) => ({ ...rule('deny', name), model: 'a' }), 'policy_denied'],
  ['the fallbacks of a policy', (name) => fallback('b', name), ['/b', '/a']],
  [
    'what a policy falls back from',
    (name) => ({ ...fallback(name, 'b'), model: name }),
    ['/a', '/b'],
  ],
  [
    'the fallbacks of a model',
    (name) => ({ models: [model('a', ['y']), { ...model('b'), fallbacks: [name] }, model('c')] }),
    ['/b', '/a'],
  ],
  ['a tier', (name) => ({ ...tier(name), model: 'a' }), 'model_not_allowed'],
  ['a deprecation', (name) => ({ ...end(name, undefined), model: name }), 'model_not_found'],
  ['what replaces a model', (name) => end('b', name), ['/a']],
];

it.each(PLACES)('an alias and a group may stand in %s', (_, placed, answer) => {
  for (const name of ['a', 'y', 'x-1']) {
    const change = placed(name);
    const world = { ...WORLD, ...change };
    const asking = { ...ASKING, ...change };
    const seen = { stats: statsOf(world), money: world.money };
    expect([name, realAnswer(runtimeOf(world), asking, seen)]).toEqual([name, answer]);
  }
});
