import { describe, expect, it } from 'vitest';
import { model, object, policy, provider } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const group = policy('pool', {
  policyType: 'model_group',
  config: { alias: 'pool', models: ['main'] },
});
const served = [
  provider('sim'),
  model('main', { aliases: ['best'] }),
  model('spare'),
  object('Organization', 'acme', { displayName: 'Acme' }),
  object('Organization', 'rival', { displayName: 'Rival' }),
  model('theirs', { organizationId: 'rival' }),
  group,
];
const decide = (spec: object) => {
  const base = { sourceModel: 'main', targetModel: 'spare', triggerCondition: 'error_rate > 0.05' };
  const made = object('FailoverRule', 'made', { ...base, ...spec });
  const result = compiled([...served, made]);
  return { verdict: verdictOn(result, 'made'), fragment: fragments(result, 'failovers')[0] };
};

describe('a failover rule', () => {
  it('tells gateways the ids of its models', () => {
    const { verdict, fragment } = decide({ sourceModel: 'best', organizationId: 'acme' });
    expect(verdict.reason).toBe('Accepted');
    expect(fragment).toMatchObject({
      organization: 'acme',
      sourceModel: 'main',
      targetModel: 'spare',
      condition: 'error_rate > 0.05',
      cooldownMinutes: 5,
    });
  });

  it.each([
    [{ triggerCondition: 'errors > 1' }, 'Invalid', 'there is no metric errors'],
    [{ targetModel: 'gone' }, 'ReferenceNotFound', 'targetModel: "gone" does not exist'],
    [{ sourceModel: 'gone' }, 'ReferenceNotFound', 'sourceModel: "gone" does not exist'],
    [{ targetModel: 'theirs', organizationId: 'acme' }, 'ReferenceNotFound', '"theirs"'],
    [{ targetModel: 'best' }, 'Invalid', 'is the same model'],
    [{ sourceModel: 'pool' }, 'Invalid', 'is a model group'],
  ])('is refused where it cannot act: %j', (spec, reason, message) => {
    const { verdict, fragment } = decide(spec);
    expect(verdict).toMatchObject({ reason });
    expect(verdict.message).toContain(message);
    expect(fragment).toBeUndefined();
  });
});
