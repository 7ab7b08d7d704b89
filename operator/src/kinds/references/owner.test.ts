import { describe, expect, it } from 'vitest';
import { model, object, provider } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const acme = object('Organization', 'acme', {});
const owned = { organizationId: 'acme' };
const MISSING = 'organizationId: Organization "acme" does not exist: create it, or take it out';

describe('an object of an organization that does not exist', () => {
  it('acts all the same, and says what is missing until it comes', () => {
    const objects = [provider('sim', owned), model('m', owned)];
    const alone = compiled(objects);
    for (const name of ['sim', 'm']) {
      expect(verdictOn(alone, name)).toMatchObject({
        reason: 'ReferenceNotFound',
        message: MISSING,
        standing: 'current',
      });
    }
    expect(fragments(alone, 'models')).toHaveLength(1);
    const whole = compiled([...objects, acme]);
    expect(verdictOn(whole, 'm').reason).toBe('Accepted');
    expect(whole.sections['models']).toBe(alone.sections['models']);
  });

  it('says it beside what else is missing, and not in the place of what is wrong', () => {
    const lost = model('lost', { ...owned, provider: 'gone' });
    const message = `${MISSING}; provider "gone" does not exist: create it or change spec.provider`;
    expect(verdictOn(compiled([lost]), 'lost').message).toBe(message);
    const wrong = provider('wrong', { ...owned, type: 'openai', baseUrl: 'http://[' });
    expect(verdictOn(compiled([wrong]), 'wrong').reason).toBe('Invalid');
  });

  it('is still one that nobody enforces, where that is so', () => {
    const budget = { ...owned, entityType: 'user', entityId: 'u', monthlyLimit: 5 };
    expect(verdictOn(compiled([object('Budget', 'b', budget)]), 'b')).toMatchObject({
      reason: 'ReferenceNotFound',
      standing: 'not_enforced',
    });
  });
});
