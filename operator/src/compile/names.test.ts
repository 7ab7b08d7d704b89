import { describe, expect, it } from 'vitest';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import { model, object, policy, provider } from '../testing/builders.ts';
import { after, compiled, fragments, verdictOn } from '../testing/compiled.ts';

const ORGANIZATIONS = ['acme', 'rival'];
const lookup = [
  provider('sim'),
  ...ORGANIZATIONS.map((id) => object('Organization', id, {})),
  ...ORGANIZATIONS.map((id) => provider(`${id}-sim`, { organizationId: id })),
];
const theirs = (organizationId: string, name: string, spec: object = {}, age = 0): SourceObject =>
  model(name, { organizationId, provider: `${organizationId}-sim`, ...spec }, { age });
const group = (alias: string, models: string[], more: object = {}) =>
  policy(`group-${alias}`, { policyType: 'model_group', config: { alias, models }, ...more });

const sim = provider('sim');
const fast = model('fast');
const smart = model('smart', { aliases: ['clever'] });

const ids = (result: ReturnType<typeof compiled>, section: string) =>
  fragments(result, section).map((fragment) => fragment['id']);

const compile = (...objects: SourceObject[]) => compiled([...lookup, ...objects]);
const served = (result: ReturnType<typeof compiled>) =>
  fragments(result, 'models').map(
    ({ organization, id, aliases }) => [organization ?? '', id, aliases] as const,
  );

describe('names', () => {
  it.each([
    ['id', { modelId: 'fast' }],
    ['alias', { aliases: ['fast'] }],
  ])('go to the oldest: the younger model with the same %s is Conflicted', (_, spec) => {
    const result = compiled([model('younger', spec, { age: 5 }), fast, sim]);
    expect(ids(result, 'models')).toEqual(['fast']);
    expect(verdictOn(result, 'younger')).toMatchObject({
      reason: 'Conflicted',
      message:
        '"fast" is already an id or alias of Model/fast, which is older: choose another, or delete one of the two',
      inEffect: 'left_out',
    });
    expect(verdictOn(result, 'fast')).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
  });

  it('are shared by models and groups', () => {
    const group = policy(
      'group',
      { policyType: 'model_group', config: { alias: 'smart', models: ['fast'] } },
      { age: 5 },
    );
    const result = compiled([group, fast, smart, sim]);
    expect(verdictOn(result, 'group').reason).toBe('Conflicted');
    expect(fragments(result, 'policies')).toEqual([]);
  });

  it('are free while their object is inactive', () => {
    const result = compiled([
      model('old', { modelId: 'fast', isActive: false }),
      model('new', { modelId: 'fast' }, { age: 5 }),
      sim,
    ]);
    expect(fragments(result, 'models').map((fragment) => fragment['name'])).toEqual(['new']);
    expect(verdictOn(result, 'old')).toMatchObject({
      reason: 'Accepted',
      inEffect: 'current',
      message: 'inactive: clients cannot ask for it',
    });
  });
});

describe('a name that requests use', () => {
  it('may be had by two organizations, each for itself', () => {
    const result = compile(
      theirs('acme', 'acme-rv', { modelId: 'rv' }),
      theirs('rival', 'rival-rv', { modelId: 'rv' }),
    );
    expect(served(result)).toEqual([
      ['acme', 'rv', []],
      ['rival', 'rv', []],
    ]);
    expect(verdictOn(result, 'rival-rv').reason).toBe('Accepted');
  });

  it('goes to the older object within one organization, which its message may name', () => {
    const result = compile(
      theirs('acme', 'old', { modelId: 'rv' }),
      theirs('acme', 'young', { modelId: 'rv' }, 5),
    );
    expect(verdictOn(result, 'young').message).toContain('Model/old, which is older');
  });

  it('that the platform takes later is lost by an organization, which keeps the rest', () => {
    const squatter = theirs('rival', 'rv', { aliases: ['gpt-4o', 'mine'] });
    const result = compile(squatter, model('gpt-4o', {}, { age: 900 }));
    expect(served(result)).toEqual([
      ['rival', 'rv', ['mine']],
      ['', 'gpt-4o', []],
    ]);
    expect(verdictOn(result, 'gpt-4o').reason).toBe('Accepted');
    expect(verdictOn(result, 'rv')).toMatchObject({
      reason: 'Conflicted',
      inEffect: 'current',
      message:
        '"gpt-4o" is taken by the platform, whose names stand before an organization\'s: choose another',
    });
  });

  it('that is the id of a model or the alias of a group leaves nothing of it', () => {
    const result = compile(
      theirs('rival', 'gpt-4o', { aliases: ['mine'] }),
      theirs('rival', 'rv'),
      group('fast', ['rv'], { organizationId: 'rival' }),
      model('platform', { modelId: 'gpt-4o', aliases: ['fast'] }, { age: 900 }),
    );
    expect(served(result).map(([, id]) => id)).toEqual(['rv', 'gpt-4o']);
    expect(fragments(result, 'policies')).toEqual([]);
    for (const name of ['gpt-4o', 'group-fast']) {
      expect(verdictOn(result, name)).toMatchObject({ reason: 'Conflicted' });
      expect(verdictOn(result, name).message).not.toContain('Model/');
    }
  });

  it('of a kept form is the platform’s too, as soon as that asks for it', () => {
    const good = theirs('rival', 'rv', { aliases: ['gpt-4o'] });
    const bad = { ...good, generation: 2, spec: { ...(good.spec as object), weight: 'heavy' } };
    const previous = after(compile(good));
    const kept = compiled([...lookup, bad], { previous });
    expect(served(kept)).toEqual([['rival', 'rv', ['gpt-4o']]]);
    const result = compiled([...lookup, bad, model('gpt-4o', {}, { age: 900 })], { previous });
    expect(served(result)).toEqual([
      ['rival', 'rv', []],
      ['', 'gpt-4o', []],
    ]);
  });

  it('means the platform’s model to everybody, else the model of whoever names it', () => {
    const result = compile(
      model('gpt-4o'),
      theirs('acme', 'acme-rv', { modelId: 'rv', fallbacks: ['gpt-4o'] }),
      theirs('rival', 'rival-rv', { modelId: 'rv', aliases: ['x'] }),
      group('both', ['gpt-4o', 'rv', 'x'], { organizationId: 'acme' }),
      group('shared', ['gpt-4o', 'rv']),
    );
    const members = fragments(result, 'policies').map((one) => [one['alias'], one['members']]);
    expect(members).toEqual([
      ['both', ['gpt-4o', 'rv'].map((id) => ({ model: id, weight: 1 }))],
      ['shared', [{ model: 'gpt-4o', weight: 1 }]],
    ]);
    expect(verdictOn(result, 'group-both').message).toContain('"x" does not exist');
  });

  it('that is not served is explained by the platform’s objects and one’s own only', () => {
    const off = { isActive: false };
    const result = compile(
      theirs('rival', 'secret-plan', { modelId: 'rv', ...off }),
      policy('p', { organizationId: 'acme', targetModels: ['rv'] }),
      policy('q', { targetModels: ['rv'] }),
      policy('r', { organizationId: 'rival', targetModels: ['rv'] }),
    );
    expect(verdictOn(result, 'p').message).toContain('"rv" does not exist');
    expect(verdictOn(result, 'q').message).toContain('"rv" does not exist');
    expect(verdictOn(result, 'r').message).toContain('see Model/secret-plan');
  });
});

describe('a key hash', () => {
  it('that another organization has is refused without a word about whose it is', () => {
    const keyHash = 'a'.repeat(64);
    const result = compile(
      object('APIKey', 'first', { keyHash, organizationId: 'rival' }),
      object('APIKey', 'second', { keyHash, organizationId: 'acme' }, { age: 5 }),
    );
    expect(verdictOn(result, 'second')).toMatchObject({
      reason: 'Conflicted',
      message: 'the same key hash stands in another object, which is older: delete one of the two',
    });
  });
});
