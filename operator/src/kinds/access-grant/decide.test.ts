import { describe, expect, it } from 'vitest';
import { object } from '../../testing/builders.ts';
import { compiled, verdictOn } from '../../testing/compiled.ts';

const there = [object('AccessTier', 'premium', {}), object('Team', 'ml', {})];
const spec = { tierId: 'premium', teamId: 'ml' };

const decide = (name: string, more: object, others = there) =>
  verdictOn(compiled([...others, object('AccessGrant', name, { ...spec, ...more })]), name);

describe('an access grant', () => {
  it('of a request is acted on in part: it goes with the request, and gives nothing yet', () => {
    const verdict = decide('request-7', { requestId: '7' });
    expect(verdict).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
    expect(verdict.unenforced).toContain('acted on in part by this version: spec.tierId (');
    expect(verdict.notEnforced).toBeUndefined();
  });

  it.each([
    ['mine', {}],
    ['mine', { requestId: '7' }],
  ])('that somebody wrote, %s %j, is acted on by nobody', (name, more) => {
    const verdict = decide(name, more);
    expect(verdict).toMatchObject({ reason: 'Accepted', inEffect: 'not_enforced' });
    expect(verdict.notEnforced).toContain('no request for access stands behind it');
  });

  it('says what does not exist', () => {
    const { reason, message } = decide('request-7', { requestId: '7' }, []);
    expect(reason).toBe('ReferenceNotFound');
    expect(message).toContain('AccessTier "premium"');
    expect(message).toContain('Team "ml"');
  });
});
