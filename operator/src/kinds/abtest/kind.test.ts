import { describe, expect, it } from 'vitest';
import { model, object, policy, provider } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const served = [
  provider('sim'),
  model('large', { aliases: ['big'] }),
  model('small'),
  model('off', { isActive: false }),
  object('Organization', 'acme', { displayName: 'Acme' }),
  object('Organization', 'rival', { displayName: 'Rival' }),
  policy('both', {
    policyType: 'model_group',
    config: { alias: 'both', models: ['large', 'small'] },
  }),
];
const test = (name: string, spec: object = {}, age = 0) =>
  object(
    'ABTest',
    name,
    {
      baseModel: 'large',
      variantModel: 'small',
      trafficSplitPercent: '12.5',
      state: 'running',
      ...spec,
    },
    { age },
  );

describe('a test', () => {
  it('that runs is in the snapshot, by the ids of its models', () => {
    const result = compiled([...served, test('t', { baseModel: 'big' })]);
    expect(verdictOn(result, 't').reason).toBe('Accepted');
    expect(fragments(result, 'abtests')).toMatchObject([
      {
        id: 't',
        base: 'large',
        variant: 'small',
        share: 1250,
        state: 'running',
        stickyBy: 'user',
      },
    ]);
  });

  it.each(['draft', 'paused', 'stopped', 'rolled_back'])('that is %s moves nothing', (state) => {
    const result = compiled([...served, test('t', { state })]);
    const { reason, message } = verdictOn(result, 't');
    expect([reason, message]).toEqual(['Accepted', expect.stringContaining(state)]);
    expect(fragments(result, 'abtests')).toEqual([]);
  });

  it('that was promoted stays in the snapshot', () => {
    const result = compiled([...served, test('t', { state: 'promoted' })]);
    expect(fragments(result, 'abtests')).toMatchObject([{ state: 'promoted' }]);
  });

  it.each([
    [{ variantModel: 'none' }, 'ReferenceNotFound', 'none'],
    [{ variantModel: 'both' }, 'Invalid', 'is a model group'],
    [{ baseModel: 'both' }, 'Invalid', 'is a model group'],
    [{ variantModel: 'big' }, 'Invalid', 'are the same model'],
    [{ organizationId: 'nobody' }, 'ReferenceNotFound', 'nobody'],
  ])('of %j is left out: %s', (spec, reason, says) => {
    const result = compiled([...served, test('t', spec)]);
    expect(verdictOn(result, 't')).toMatchObject({
      reason,
      message: expect.stringContaining(says) as string,
    });
    expect(fragments(result, 'abtests')).toEqual([]);
  });

  it('waits for a model that is switched off', () => {
    const result = compiled([...served, test('t', { variantModel: 'off' })]);
    expect(fragments(result, 'abtests')).toEqual([]);
  });
});

describe('several tests', () => {
  it('of one base model: the younger of those that move requests is Conflicted', () => {
    const result = compiled([
      ...served,
      test('draft', { state: 'draft' }, 1),
      test('older', {}, 2),
      test('younger', { baseModel: 'big' }, 3),
    ]);
    expect(verdictOn(result, 'draft').reason).toBe('Accepted');
    expect(verdictOn(result, 'older').reason).toBe('Accepted');
    const { reason, message } = verdictOn(result, 'younger');
    expect(reason).toBe('Conflicted');
    expect(message).toContain('the same base model: ABTest/older');
    expect(fragments(result, 'abtests')).toMatchObject([{ id: 'older' }]);
  });

  it('of other base models, and of other scopes, go together', () => {
    const result = compiled([
      ...served,
      test('one'),
      test('back', { baseModel: 'small', variantModel: 'large' }),
      test('acme', { organizationId: 'acme' }),
      test('rival', { organizationId: 'rival' }),
    ]);
    expect(fragments(result, 'abtests')).toHaveLength(4);
  });
});
