import { expect, it } from 'vitest';
import { mayOpen } from './may-open.ts';

const FINANCE = ['models:read', 'price_catalogs:read', 'budgets:read', 'chargeback:read'];

it.each([
  ['/', true],
  ['/models', true],
  ['/models/sim-small', true],
  ['/price-catalogs/_new', true],
  ['/playground', false],
  ['/settings', true],
  ['/account', true],
  ['/nothing/here', true],
  ['/providers', false],
  ['/providers/simulated', false],
  ['/routing-policies/_explain', false],
  ['/allocation-rules', false],
  ['/chargeback/a-report', true],
  ['/api-keys', false],
  ['/api-keys/_new', false],
  ['/audit-log', false],
  ['/requests/0f3e', false],
])('opens %s to finance: %s', (pathname, isOpen) => {
  expect(mayOpen(pathname, FINANCE)).toBe(isOpen);
});

it('opens the playground to who may chat', () => {
  expect(mayOpen('/playground', ['models:read', 'playground:write'])).toBe(true);
  expect(mayOpen('/playground', ['models:read'])).toBe(false);
});

it.each([
  ['/chargeback', true],
  ['/allocation-rules', true],
  ['/allocation-rules/ours', true],
  ['/forecast', true],
  ['/chargeback/a-report', false],
])('opens %s to who reads rules and no reports: %s', (pathname, isOpen) => {
  expect(mayOpen(pathname, ['cost_allocation_rules:read', 'usage:read'])).toBe(isOpen);
});
