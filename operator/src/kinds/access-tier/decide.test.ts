import { describe, expect, it } from 'vitest';
import { model, object, provider } from '../../testing/builders.ts';
import { compiled, verdictOn } from '../../testing/compiled.ts';

const decide = (spec: object) => {
  const tier = object('AccessTier', 'premium', spec);
  return verdictOn(compiled([provider('sim'), model('m'), tier]), 'premium');
};

describe('an access tier', () => {
  it('is acted on in part: requests for it are handled, and its models are not held back', () => {
    expect(decide({ models: ['m', 'gpt-*'], requiresApproval: true })).toMatchObject({
      reason: 'Accepted',
      inEffect: 'current',
      unenforced:
        'stored, and not acted on by this version: spec.models; ' +
        'acted on in part by this version: spec.requiresApproval (requests for access are handled, and the gateway holds no request back by it yet)',
    });
    expect(decide({ requiresJustification: true }).unenforced).toBeUndefined();
  });

  it('that names a model which does not exist says so, and can be asked for all the same', () => {
    const verdict = decide({ models: ['lost'] });
    expect(verdict).toMatchObject({ reason: 'ReferenceNotFound', inEffect: 'current' });
    expect(verdict.message).toContain('models: "lost"');
  });

  it('of an organization that does not exist acts on nothing', () => {
    expect(decide({ organizationId: 'gone' })).toMatchObject({
      reason: 'ReferenceNotFound',
      inEffect: 'left_out',
    });
  });
});
