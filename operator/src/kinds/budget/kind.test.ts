import { describe, expect, it } from 'vitest';
import { enforcedOf } from '../../control/status.ts';
import { apiKey, controlPlane, model, object, policy, provider } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const group = { policyType: 'model_group', config: { alias: 'both', models: ['fast'] } };
const there = [
  provider('sim'),
  model('fast', { aliases: ['quick'] }),
  policy('both', group),
  object('Organization', 'acme', {}),
  object('Team', 'ml', { organizationId: 'acme' }),
];
const decide = (spec: object, ...others: readonly ReturnType<typeof object>[]) => {
  const whole = { entityType: 'team', entityId: 'ml', monthlyLimit: 100, ...spec };
  const result = compiled([...there, ...others, object('Budget', 'one', whole)]);
  return { result, verdict: verdictOn(result, 'one'), fragment: fragments(result, 'budgets')[0] };
};
const off = (features: object) => controlPlane({ features });

describe('a budget', () => {
  it('carries its amounts in nano-USD, with its thresholds worked out', () => {
    const { verdict, fragment } = decide({
      organizationId: 'acme',
      monthlyLimit: undefined,
      limitUsd: '1000000000',
      window: '7d',
      softLimitPercent: '0.75',
      hardLimitPercent: '1.1',
      action: 'downgrade',
      downgradeTo: 'quick',
      temporaryIncrease: { amountUsd: '0.5', expiresAt: '2027-01-31T00:00:00Z' },
    });
    expect(verdict).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
    expect(fragment).toMatchObject({
      id: 'one',
      organization: 'acme',
      scope: 'team',
      value: 'ml',
      window: '7d',
      limit: '1000000000000000000',
      soft: '750000000000000000',
      hard: '1100000000000000000',
      softPercent: 0.75,
      hardPercent: 1.1,
      action: 'downgrade',
      downgradeTo: 'fast',
      increase: { amount: '500000000', expiresAt: '2027-01-31T00:00:00Z' },
    });
  });

  it.each([
    [{ monthlyLimit: 5 }, 'month'],
    [{ monthlyLimit: undefined, limitUsd: 5, window: '30d' }, 'month'],
    [{ monthlyLimit: undefined, limitUsd: 5, window: '1h' }, '1h'],
  ])('of %j has the window %s', (spec, window) => {
    expect(decide(spec).fragment).toMatchObject({ window });
  });

  it.each([
    ['key', 'root'],
    ['team', 'platforms'],
  ])(
    'of an organization says of a %s of the platform what it says of none',
    (entityType, entityId) => {
      const acme = { organizationId: 'acme', entityType };
      const others = [apiKey('root', {}), object('Team', 'platforms', {})];
      const { message, reason } = decide({ ...acme, entityId }, ...others).verdict;
      const none = decide({ ...acme, entityId: 'none' }, ...others).verdict;
      expect(reason).toBe('ReferenceNotFound');
      expect(message).toBe(none.message.replaceAll('"none"', `"${entityId}"`));
      expect(decide({ entityType, entityId }, ...others).verdict.reason).toBe('Accepted');
    },
  );

  it('of an organization is of that organization, and of its accounts', () => {
    const acme = { organizationId: 'acme' };
    const key = apiKey('alice', { organizationId: 'acme' });
    const named = { ...acme, entityType: 'organization', entityId: 'acme' };
    expect(decide(acme).verdict.reason).toBe('Accepted');
    expect(decide(named).verdict.reason).toBe('Accepted');
    expect(decide({ ...acme, entityType: 'key', entityId: 'alice' }, key).verdict.reason).toBe(
      'Accepted',
    );
  });

  it('without an entity is of each one by itself', () => {
    expect(decide({ entityId: undefined }).fragment).not.toHaveProperty('value');
  });

  it('of an alias is of its model', () => {
    const { fragment } = decide({ entityType: 'model', entityId: 'quick' });
    expect(fragment).toMatchObject({ value: 'fast' });
  });

  it('of what does not exist stands, and says so', () => {
    const { verdict, fragment } = decide({ action: 'downgrade', downgradeTo: 'gone' });
    expect(verdict.reason).toBe('ReferenceNotFound');
    expect(verdict.message).toContain('downgradeTo: "gone" does not exist');
    expect(fragment).toMatchObject({ value: 'ml', downgradeTo: 'gone' });
  });

  it.each([
    ['user', 'somebody@example.com', 'Accepted'],
    ['tag', 'project=apollo', 'Accepted'],
    ['organization', 'gone', 'ReferenceNotFound'],
    ['business_unit', 'gone', 'ReferenceNotFound'],
    ['key', 'gone', 'ReferenceNotFound'],
    ['model', 'gone', 'ReferenceNotFound'],
  ])('of the %s %s is %s', (entityType, entityId, reason) => {
    expect(decide({ entityType, entityId }).verdict.reason).toBe(reason);
  });

  it.each([
    [{ entityType: 'model', entityId: 'both' }, 'is a model group'],
    [{ action: 'downgrade', downgradeTo: 'both' }, 'is a model group'],
    [{ entityType: 'tag', entityId: 'apollo' }, 'a tag is written name=value'],
  ])('of %j is left out, and the snapshot is degraded', (spec, words) => {
    const { result, verdict } = decide(spec);
    expect(verdict).toMatchObject({ reason: 'Invalid', inEffect: 'left_out' });
    expect(verdict.message).toContain(words);
    expect(result.degraded).toEqual(['Budget/one']);
  });

  it('is not enforced where nobody knows what requests cost', () => {
    const { verdict, fragment } = decide({}, off({ costTracking: false }));
    expect(verdict).toMatchObject({ reason: 'Accepted', inEffect: 'not_enforced' });
    expect(verdict.notEnforced).toContain('features.costTracking of the ControlPlane is off');
    expect(fragment).toBeUndefined();
  });

  it('is reported where budgets are switched off, and says that it blocks nothing', () => {
    const { verdict, fragment } = decide({}, off({ budgetEnforcement: false }));
    expect(fragment).toMatchObject({ id: 'one' });
    const enforced = enforcedOf(verdict, { reason: 'Programmed', message: '' });
    expect(enforced.reason).toBe('PartlyEnforced');
    expect(enforced.message).toContain('features.budgetEnforcement of the ControlPlane is off');
    const warning = decide({ action: 'warn' }, off({ budgetEnforcement: false })).verdict;
    expect(warning.unenforced).toBeUndefined();
  });
});

describe('what accounts may spend', () => {
  const accounts = [
    object('Organization', 'acme', { maxBudget: 1000, displayName: 'Acme' }),
    object('BusinessUnit', 'acme-eu', { organizationId: 'acme', maxBudget: '10.5' }),
    object('Team', 'ml', { organizationId: 'acme', maxBudget: 5, budgetDuration: '1d' }),
    apiKey('alice', { maxBudget: 1, budgetDuration: '30d' }),
  ];

  it('is a budget each, beside what else they are', () => {
    const result = compiled(accounts);
    const budgets = fragments(result, 'budgets');
    const common = { action: 'block', softPercent: 0.8, hardPercent: 1, organization: 'acme' };
    expect(budgets).toHaveLength(3);
    expect(budgets).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...common,
          scope: 'organization',
          value: 'acme',
          hard: `${10n ** 12n}`,
        }),
        expect.objectContaining({ ...common, scope: 'business_unit', value: 'acme-eu' }),
        expect.objectContaining({ ...common, scope: 'team', value: 'ml', window: '1d' }),
      ]),
    );
    expect(fragments(result, 'teams')).toHaveLength(1);
  });

  it('of a key stands with the key', () => {
    const keys = Array.from({ length: 16 }, (_, shard) =>
      fragments(compiled(accounts), `keys-${shard.toString(16)}`),
    ).flat();
    expect(keys).toEqual([
      expect.objectContaining({ maxBudget: { limit: '1000000000', window: 'month' } }),
    ]);
  });

  it('says where it does nothing', () => {
    const result = compiled([...accounts, off({ costTracking: false })]);
    for (const name of ['acme', 'acme-eu', 'ml', 'alice']) {
      expect(verdictOn(result, name).unenforced).toContain('spec.maxBudget: nothing is known');
    }
  });
});
