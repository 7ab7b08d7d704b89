import { describe, expect, it } from 'vitest';
import { model, object, provider } from '../testing/builders.ts';
import { compiled, verdictOn } from '../testing/compiled.ts';

const tierVerdict = (spec: object) => {
  const tier = object('AccessTier', 'premium', spec);
  return verdictOn(compiled([provider('sim'), model('m'), tier]), 'premium');
};

describe('an access tier', () => {
  it('is acted on in part: requests for it are handled, and its models are not held back', () => {
    expect(tierVerdict({ models: ['m', 'gpt-*'], requiresApproval: true })).toMatchObject({
      reason: 'Accepted',
      inEffect: 'current',
      unenforced:
        'stored, and not acted on by this version: spec.models; ' +
        'acted on in part by this version: spec.requiresApproval (requests for access are handled, and the gateway holds no request back by it yet)',
    });
    expect(tierVerdict({ requiresJustification: true }).unenforced).toBeUndefined();
  });

  it('that names a model which does not exist says so, and can be asked for all the same', () => {
    const verdict = tierVerdict({ models: ['lost'] });
    expect(verdict).toMatchObject({ reason: 'ReferenceNotFound', inEffect: 'current' });
    expect(verdict.message).toContain('models: "lost"');
  });

  it('of an organization that does not exist acts on nothing', () => {
    expect(tierVerdict({ organizationId: 'gone' })).toMatchObject({
      reason: 'ReferenceNotFound',
      inEffect: 'left_out',
    });
  });
});

const there = [object('AccessTier', 'premium', {}), object('Team', 'ml', {})];
const grant = { tierId: 'premium', teamId: 'ml' };

const grantVerdict = (name: string, more: object, others = there) =>
  verdictOn(compiled([...others, object('AccessGrant', name, { ...grant, ...more })]), name);

describe('an access grant', () => {
  it('of a request is acted on in part: it goes with the request, and gives nothing yet', () => {
    const verdict = grantVerdict('request-7', { requestId: '7' });
    expect(verdict).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
    expect(verdict.unenforced).toContain('acted on in part by this version: spec.tierId (');
    expect(verdict.notEnforced).toBeUndefined();
  });

  it.each([
    ['mine', {}],
    ['mine', { requestId: '7' }],
  ])('that somebody wrote, %s %j, is acted on by nobody', (name, more) => {
    const verdict = grantVerdict(name, more);
    expect(verdict).toMatchObject({ reason: 'Accepted', inEffect: 'not_enforced' });
    expect(verdict.notEnforced).toContain('no request for access stands behind it');
  });

  it('says what does not exist', () => {
    const { reason, message } = grantVerdict('request-7', { requestId: '7' }, []);
    expect(reason).toBe('ReferenceNotFound');
    expect(message).toContain('AccessTier "premium"');
    expect(message).toContain('Team "ml"');
  });
});
