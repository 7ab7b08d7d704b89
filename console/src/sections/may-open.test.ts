import { expect, it } from 'vitest';
import { mayOpen } from './may-open.ts';

const FINANCE = ['models:read', 'price_catalogs:read', 'budgets:read', 'chargeback:read'];

it.each([
  ['/', true],
  ['/models', true],
  ['/models/sim-small', true],
  ['/price-catalogs/_new', true],
  ['/playground', true],
  ['/settings', true],
  ['/account', true],
  ['/nothing/here', true],
  ['/providers', false],
  ['/providers/simulated', false],
  ['/routing-policies/_explain', false],
  ['/allocation-rules', false],
  ['/api-keys', false],
  ['/api-keys/_new', false],
  ['/audit-log', false],
  ['/requests/0f3e', false],
])('opens %s to finance: %s', (pathname, isOpen) => {
  expect(mayOpen(pathname, FINANCE)).toBe(isOpen);
});
