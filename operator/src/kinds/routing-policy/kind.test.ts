import { describe, expect, it } from 'vitest';
import { model, object, policy, provider } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';

describe('decide', () => {
  const base = [provider('sim'), model('fast'), model('smart', { aliases: ['clever'], weight: 3 })];

  const decide = (spec: object, ...others: Parameters<typeof compiled>[0]) => {
    const result = compiled([policy('p', spec), ...base, ...others]);
    return {
      verdict: verdictOn(result, 'p'),
      fragment: fragments(result, 'policies').find((fragment) => fragment['id'] === 'p'),
      degraded: result.degraded,
    };
  };

  /** What is said of a policy that is younger than all others. */
  function decideLate(spec: object, ...others: Parameters<typeof compiled>[0]) {
    const late = policy('late', spec, { age: 9 });
    const all = [late, ...base, model('other'), object('Organization', 'acme', {}), ...others];
    const { reason, message } = verdictOn(compiled(all), 'late');
    return { reason, message };
  }

  describe('a rule', () => {
    it('names its targets by id, each once, whatever alias they were named by', () => {
      expect(decide({ targetModels: ['clever', 'smart', 'fast'] }).fragment).toMatchObject({
        type: 'rule',
        targets: ['smart', 'fast'],
        targetsMissing: false,
        priority: 0,
      });
    });

    it('without a target that exists keeps the others and names it', () => {
      const { verdict, fragment } = decide({ targetModels: ['nowhere', 'fast'] });
      expect(fragment?.['targets']).toEqual(['fast']);
      expect(verdict).toMatchObject({
        reason: 'ReferenceNotFound',
        inEffect: 'current',
        message:
          'targetModels: "nowhere" does not exist: create a Model with this id or alias, or take it out',
      });
    });

    it.each([
      ['permit', 'no target is left, so requests that match are denied'],
      ['prefer', 'no target is left, so it changes nothing'],
      ['deny', 'no target is left; it denies these names as soon as they exist'],
    ])(
      'that is a %s without any target left never becomes one without targets',
      (action, effect) => {
        const { verdict, fragment } = decide({ action, targetModels: ['nowhere'] });
        expect(fragment).toMatchObject({ targets: [], targetsMissing: true });
        expect(verdict.message).toContain(effect);
      },
    );

    it('with an empty list is not one whose targets are missing', () => {
      expect(decide({ action: 'permit', targetModels: [] }).fragment).toMatchObject({
        targets: [],
        targetsMissing: false,
      });
    });

    it('with a condition that cannot be read says what was expected and where', () => {
      const { verdict, fragment, degraded } = decide({ condition: 'team = research' });
      expect(verdict.reason).toBe('ConditionInvalid');
      expect(verdict.message).toMatch(
        /^condition: expected a comparison such as == .*\(at character 6\)/,
      );
      expect(fragment).toBeUndefined();
      expect(degraded).toEqual(['RoutingPolicy/p']);
    });

    it('says which names it took for metadata keys', () => {
      const { verdict } = decide({
        condition: 'departmnt == legal && team == a && metadata.x == 1',
      });
      expect(verdict).toMatchObject({
        reason: 'Accepted',
        message: 'reads metadata keys: departmnt, x',
      });
    });

    it('says which providers that its condition names are none that it may know of', () => {
      const acme = object('Organization', 'acme', {});
      const theirs = provider('theirs', { organizationId: 'acme' });
      const condition = 'candidate.provider in [sim, theirs] || provider == nowhere';
      const said = (spec: object) => decide({ condition, ...spec }, acme, theirs).verdict.message;
      const none = (name: string) => `its condition names a Provider "${name}": there is none`;
      expect(said({})).toBe(none('nowhere'));
      expect(said({ organizationId: 'acme' })).toBe(none('nowhere'));
      const rival = object('Organization', 'rival', {});
      const { verdict } = decide({ condition, organizationId: 'rival' }, acme, rival, theirs);
      expect(verdict.message).toBe(`${none('theirs')}; ${none('nowhere')}`);
    });

    it('says so too where a target is missing, or where no request reaches it', () => {
      const condition = 'departmnt == legal';
      expect(decide({ condition, targetModels: ['nowhere', 'fast'] }).verdict.message).toBe(
        'targetModels: "nowhere" does not exist: create a Model with this id or alias, or take it out; ' +
          'reads metadata keys: departmnt',
      );
      expect(decide({ condition }, policy('all', { priority: 9 })).verdict.message).toBe(
        'never reached: RoutingPolicy "all" decides every request that it could match; ' +
          'reads metadata keys: departmnt',
      );
    });

    it.each(['permit', 'deny', 'prefer'])('that is a %s may ask what budgets leave', (action) => {
      const condition = 'budget_remaining_usd < 5';
      const { verdict, fragment, degraded } = decide({ action, condition });
      expect(verdict).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
      expect(verdict.notEnforced).toBeUndefined();
      expect(fragment).toMatchObject({ action, condition });
      expect(degraded).toEqual([]);
    });

    it('that prefers nothing by name needs a condition that says what candidates are like', () => {
      const prefer = { action: 'prefer', targetModels: [] };
      expect(decide({ ...prefer, condition: 'team == a' }).verdict.reason).toBe('Invalid');
      const { verdict, fragment } = decide({ ...prefer, condition: 'candidate.tier == free' });
      expect(verdict.reason).toBe('Accepted');
      expect(fragment).toMatchObject({ targets: [], targetsMissing: false });
    });

    it('that is inactive is left out, and nothing is degraded', () => {
      const { verdict, fragment, degraded } = decide({ isActive: false, condition: 'team ==' });
      expect(verdict).toMatchObject({
        reason: 'Accepted',
        inEffect: 'current',
        message: 'inactive: it is not applied',
      });
      expect([fragment, degraded]).toEqual([undefined, []]);
    });

    it('may be written as a policy of type conditional', () => {
      const config = { condition: 'team == a', action: 'deny', targetModels: ['clever'] };
      expect(decide({ policyType: 'conditional', config }).fragment).toMatchObject({
        type: 'rule',
        action: 'deny',
        condition: 'team == a',
        targets: ['smart'],
      });
    });

    it('of an organization sees the platform’s models and its own, the platform’s only its own', () => {
      const spec = { organizationId: 'acme', targetModels: ['fast', 'ours', 'theirs'] };
      const others = [
        ...['acme', 'umbrella'].map((id) => object('Organization', id, {})),
        ...['acme', 'umbrella'].map((id) => provider(`${id}-sim`, { organizationId: id })),
        model('ours', { organizationId: 'acme', provider: 'acme-sim' }),
        model('theirs', { organizationId: 'umbrella', provider: 'umbrella-sim' }),
      ];
      expect(decide(spec, ...others).fragment?.['targets']).toEqual(['fast', 'ours']);
      expect(decide(spec, ...others).verdict.message).toContain('"theirs" does not exist');
      const shared = decide({ ...spec, organizationId: undefined }, ...others).fragment;
      expect(shared?.['targets']).toEqual(['fast']);
    });

    it('keeps its targets as written too, for those that exist elsewhere or come back', () => {
      const targetModels = ['clever', 'ours', 'fast', 'ours'];
      const { fragment } = decide({ action: 'deny', targetModels });
      expect(fragment?.['targets']).toEqual(['smart', 'fast']);
      expect(fragment?.['targetNames']).toEqual(['clever', 'ours', 'fast']);
    });
  });

  describe('a model group', () => {
    const group = (config: object) =>
      decide({ policyType: 'model_group', config: { alias: 'both', ...config } });

    it('has its members by id, with its weights or their own', () => {
      expect(group({ models: ['fast', 'clever'] }).fragment?.['members']).toEqual([
        { model: 'fast', weight: 1 },
        { model: 'smart', weight: 3 },
      ]);
      expect(group({ models: ['nowhere', 'fast'], weights: [5, 7] }).fragment?.['members']).toEqual(
        [{ model: 'fast', weight: 7 }],
      );
    });

    it('without any member that exists is left out', () => {
      const { verdict, fragment } = group({ models: ['nowhere'] });
      expect(fragment).toBeUndefined();
      expect(verdict).toMatchObject({ reason: 'ReferenceNotFound', inEffect: 'left_out' });
    });

    it('has no groups for members', () => {
      const other = policy('other', {
        policyType: 'model_group',
        config: { alias: 'inner', models: ['fast'] },
      });
      const spec = { policyType: 'model_group', config: { alias: 'both', models: ['inner'] } };
      expect(decide(spec, other).verdict.reason).toBe('ReferenceNotFound');
    });

    it('may be a target', () => {
      const other = policy('other', {
        policyType: 'model_group',
        config: { alias: 'both', models: ['fast'] },
      });
      expect(decide({ targetModels: ['both'] }, other).fragment?.['targets']).toEqual(['both']);
    });
  });

  describe('a fallback policy', () => {
    it('for the same model at the same priority with other fallbacks conflicts: the older one wins', () => {
      const of = (fallbacks: string[], more: object = {}) => ({
        policyType: 'fallback',
        priority: 3,
        ...more,
        config: { model: 'fast', fallbacks },
      });
      const first = policy('first', of(['smart']));
      const late = (spec: object) => decideLate(spec, first);
      expect(late(of(['other']))).toEqual({
        reason: 'Conflicted',
        message:
          'other fallbacks of "fast" with the same priority 3 stand in RoutingPolicy/first, which is older: change the priority of one of the two, or delete it',
      });
      expect(late(of(['clever'])).reason).toBe('Accepted');
      expect(late(of(['other'], { priority: 4 })).reason).toBe('Accepted');
      expect(late(of(['other'], { organizationId: 'acme' })).reason).toBe('Accepted');
    });

    const fallback = (config: object) => decide({ policyType: 'fallback', config });

    it('has its models by id and is never a fallback to itself', () => {
      expect(fallback({ model: 'clever', fallbacks: ['fast', 'smart'] }).fragment).toMatchObject({
        type: 'fallback',
        model: 'smart',
        fallbacks: ['fast'],
      });
    });

    it('is left out where its model does not exist, and keeps the fallbacks that do', () => {
      expect(fallback({ model: 'nowhere', fallbacks: ['fast'] }).verdict).toMatchObject({
        reason: 'ReferenceNotFound',
        inEffect: 'left_out',
      });
      const some = fallback({ model: 'smart', fallbacks: ['nowhere', 'fast'] });
      expect(some.fragment?.['fallbacks']).toEqual(['fast']);
      expect(some.verdict.message).toContain('config.fallbacks: "nowhere" does not exist');
    });

    it('that names only its own model is Invalid', () => {
      expect(fallback({ model: 'smart', fallbacks: ['clever'] }).verdict.reason).toBe('Invalid');
    });
  });

  describe('a routing strategy', () => {
    const strategy = (config: object) =>
      decide(
        { policyType: 'routing_strategy', config: { strategy: 'least-busy', ...config } },
        policy('g', {
          policyType: 'model_group',
          config: { alias: 'best', models: ['fast', 'smart'] },
        }),
      );

    it('orders every group, or the one that it names', () => {
      expect(strategy({}).fragment).toMatchObject({ type: 'strategy', strategy: 'least-busy' });
      expect(strategy({}).fragment).not.toHaveProperty('group');
      expect(strategy({ alias: 'best' }).fragment).toMatchObject({ group: 'best' });
    });

    it('of a group that does not exist, or of a model, orders nothing', () => {
      const missing = strategy({ alias: 'nowhere' });
      expect(missing.verdict.reason).toBe('ReferenceNotFound');
      expect(missing.verdict.message).toContain('config.alias: "nowhere" does not exist');
      expect(strategy({ alias: 'fast' }).verdict).toMatchObject({
        reason: 'Invalid',
        message:
          'config.alias: "fast" is a model: name a model group, or none to order every group',
      });
    });
  });
});
