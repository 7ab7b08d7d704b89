import { expect, it } from 'vitest';
import { object } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const unit = object('BusinessUnit', 'acme-science', { organizationId: 'acme', slug: 'science' });

it('a business unit is for the admin service, and waits for its organization', () => {
  const alone = compiled([unit]);
  expect(verdictOn(alone, 'acme-science')).toMatchObject({
    reason: 'ReferenceNotFound',
    inEffect: 'left_out',
  });
  expect(fragments(alone, 'business_units')).toEqual([]);
  const whole = compiled([unit, object('Organization', 'acme', {})]);
  expect(verdictOn(whole, 'acme-science').reason).toBe('Accepted');
  expect(fragments(whole, 'business_units')).toMatchObject([
    { id: 'acme-science', organization: 'acme', slug: 'science' },
  ]);
});
