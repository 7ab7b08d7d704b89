import { describe, expect, it } from 'vitest';
import type { StoredObject } from '../resources/stored-object.ts';
import { explain } from './explain.ts';
import { ModelNames } from './model-names.ts';
import { toRule } from './rule.ts';

const object = (name: string, spec: object): StoredObject => ({
  apiVersion: 'aicp.dev/v1alpha1',
  kind: 'RoutingPolicy',
  metadata: { name, creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: spec as StoredObject['spec'],
});

const models = ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet'].map((modelId) =>
  object(modelId, { modelId, provider: modelId.split('-')[0], aliases: [`${modelId}-latest`] }),
);
const group = object('group', {
  policyType: 'model_group',
  config: { alias: 'cheap', models: ['gpt-4o-mini', 'claude-sonnet'] },
});

const explained = (
  policies: readonly StoredObject[],
  asked: string | undefined,
  attributes: Record<string, string | number | boolean> = {},
) =>
  explain({
    rules: policies.flatMap((policy) => toRule(policy) ?? []),
    lookup: (name) => attributes[name],
    names: new ModelNames(models, [...policies, group]),
    asked,
  });

const permit = object('science', {
  condition: 'team == data-science',
  action: 'permit',
  targetModels: ['gpt-4o', 'claude-sonnet'],
  priority: 10,
});

describe('explaining', () => {
  it('says what each policy does to a request, and why', () => {
    const told = explained([permit], 'gpt-4o-mini', { team: 'data-science' });
    expect(told).toMatchObject({
      policies: [{ policy: 'science', matched: true, applied: true, why: 'its condition holds' }],
      result: 'serve',
      model: 'gpt-4o',
      provider: 'gpt',
      candidates: ['gpt-4o', 'claude-sonnet'],
      policy: 'science',
    });
    expect(explained([permit], 'claude-sonnet', { team: 'data-science' }).model).toBe(
      'claude-sonnet',
    );
  });

  it('names the test that fails, and what the request says there', () => {
    const why = (condition: string, attributes: Record<string, string> = {}) =>
      explained([object('x', { condition, action: 'deny' })], 'gpt-4o', attributes).policies[0]
        ?.why;
    expect(why('team == research && stream == true', { team: 'sales' })).toBe(
      'team == research is false: team is sales',
    );
    expect(why('team == research || has(user)')).toBe(
      'team == research is false: team is not set; has(user) is false: user is not set',
    );
    expect(why('!(team in [a, b])', { team: 'a' })).toBe('what may not hold does: team is a');
    expect(why('user.startsWith(x)', { user: 'y' })).toBe('user.startsWith(x) is false: user is y');
    expect(why('team ==')).toContain('it is not enforced');
  });

  it('leaves a request that nothing matches as it is asked, by whatever name', () => {
    expect(explained([permit], 'gpt-4o-latest')).toMatchObject({
      result: 'serve',
      model: 'gpt-4o',
      policy: null,
      policies: [{ matched: false, applied: false }],
    });
    expect(explained([], 'cheap').candidates).toEqual(['gpt-4o-mini', 'claude-sonnet']);
  });

  it('lets a deny win at whatever priority, and names it where nothing is left', () => {
    const deny = object('no-claude', { action: 'deny', targetModels: ['claude-sonnet'] });
    const told = explained([permit, deny], 'claude-sonnet', { team: 'data-science' });
    expect(told).toMatchObject({ model: 'gpt-4o', policy: 'science' });
    expect(told.policies.every(({ applied }) => applied)).toBe(true);
    const all = object('none', { action: 'deny', priority: -5 });
    expect(explained([permit, all], 'gpt-4o', { team: 'data-science' })).toMatchObject({
      result: 'deny',
      model: null,
      policy: 'none',
      candidates: [],
    });
  });

  it('lets the first permit or prefer decide, by priority, then age, then name', () => {
    const prefer = (name: string, target: string, priority = 0) =>
      object(name, { action: 'prefer', targetModels: [target], priority });
    const [b, a] = [prefer('b', 'gpt-4o-mini'), prefer('a', 'claude-sonnet')];
    expect(explained([b, a], 'gpt-4o').candidates).toEqual(['claude-sonnet', 'gpt-4o']);
    expect(explained([a, prefer('c', 'gpt-4o-mini', 1)], 'gpt-4o').policy).toBe('c');
  });

  it('denies where all that a permit names is gone, and passes over such a prefer', () => {
    const gone = (action: string) =>
      object(action, { action, targetModels: ['gone'], priority: 5 });
    expect(explained([gone('permit')], 'gpt-4o')).toMatchObject({ result: 'deny' });
    const other = object('other', { action: 'prefer', targetModels: ['claude-sonnet'] });
    expect(explained([gone('prefer'), other], 'gpt-4o')).toMatchObject({ policy: 'other' });
  });

  it('lets an organization choose within what the platform left', () => {
    const platform = object('platform', { action: 'permit', targetModels: ['gpt-4o'] });
    const own = object('own', {
      action: 'permit',
      targetModels: ['claude-sonnet', 'gpt-4o'],
      organizationId: 'acme',
      priority: 99,
    });
    const told = explained([own, platform], 'claude-sonnet');
    expect(told.candidates).toEqual(['gpt-4o']);
    expect(told.policies.map(({ policy }) => policy)).toEqual(['platform', 'own']);
  });

  it('reads the other form of a rule, and nothing of what is switched off', () => {
    const conditional = object('c', {
      policyType: 'conditional',
      config: { action: 'deny', targetModels: ['gpt-4o'] },
    });
    expect(explained([conditional], 'gpt-4o').result).toBe('deny');
    const off = object('off', { action: 'deny', isActive: false });
    expect(explained([off], 'gpt-4o')).toMatchObject({ result: 'serve', policies: [] });
  });

  it('says so where there is no such model, or none is asked for', () => {
    expect(explained([], 'gpt-5')).toMatchObject({ result: 'fail', model: null });
    expect(explained([], undefined).message).toContain('default_model');
  });
});
