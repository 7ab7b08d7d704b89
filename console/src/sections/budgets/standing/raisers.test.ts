import { expect, it } from 'vitest';
import { raisersOf } from './raisers.ts';

it('says who may raise a budget', () => {
  expect(raisersOf({ organization_id: 'acme' })).toMatch(/organization administrator of acme, or/);
  expect(raisersOf({ organization_id: null })).toMatch(/a platform administrator, who alone/);
});
