import { describe, expect, it } from 'vitest';
import { model, object, provider } from '../../testing/builders.ts';
import { after, compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const acme = object('Organization', 'acme', {});
const owned = { organizationId: 'acme' };
const MISSING = 'organizationId: Organization "acme" does not exist: create it, or take it out';

describe('an object of an organization that does not exist', () => {
  it('acts on nothing, and says what is missing until it comes', () => {
    const objects = [provider('sim', owned), model('m', owned)];
    const alone = compiled(objects);
    expect(verdictOn(alone, 'sim')).toMatchObject({
      reason: 'ReferenceNotFound',
      message: MISSING,
      standing: 'left_out',
    });
    expect(verdictOn(alone, 'm').message).toContain(MISSING);
    expect(fragments(alone, 'models')).toEqual([]);
    expect(fragments(alone, 'providers')).toEqual([]);
    const whole = compiled([...objects, acme]);
    expect(verdictOn(whole, 'm').reason).toBe('Accepted');
    expect(fragments(whole, 'models')).toHaveLength(1);
  });

  it('leaves its names to others', () => {
    const theirs = model('m', owned, { age: 0, uid: 'theirs' });
    const result = compiled([provider('sim'), theirs, model('m2', { modelId: 'm' }, { age: 1 })]);
    expect(verdictOn(result, 'm2').reason).toBe('Accepted');
  });

  it('is not kept in its last good form', () => {
    const good = compiled([provider('sim', owned), acme, model('m', owned)]);
    const broken = { ...model('m', owned), generation: 2, spec: { ...owned, modelId: 5 } };
    const kept = compiled([provider('sim', owned), acme, broken], { previous: after(good) });
    expect(fragments(kept, 'models')).toHaveLength(1);
    const gone = compiled([provider('sim', owned), broken], { previous: after(good) });
    expect(fragments(gone, 'models')).toEqual([]);
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
