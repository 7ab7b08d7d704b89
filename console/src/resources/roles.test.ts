import { expect, it } from 'vitest';
import { isWithin, roleOptions } from './roles.ts';

const ALL = ['platform_admin', 'org_admin', 'team_admin', 'member', 'finance', 'viewer'] as const;

const offered = (...choice: Parameters<typeof roleOptions>): readonly string[] =>
  roleOptions(...choice).map(({ value }) => value);

it.each([
  ['platform_admin', ALL],
  ['org_admin', ['org_admin', 'team_admin', 'member', 'finance', 'viewer']],
  ['team_admin', ['team_admin', 'member', 'viewer']],
  ['member', ['member', 'viewer']],
  ['finance', ['finance']],
] as const)('offers %s no role above its own', (own, roles) => {
  expect(offered(ALL, { own })).toEqual(roles);
});

it('keeps a role that is there already, though it is above', () => {
  const [first, ...others] = roleOptions(ALL, { own: 'team_admin', current: 'org_admin' });
  expect(first).toEqual({ value: 'org_admin', label: 'Organization administrator' });
  expect(others.map(({ value }) => value)).toEqual(['team_admin', 'member', 'viewer']);
});

it('offers the administrator of an organization once, by whichever word', () => {
  const options = roleOptions(ALL, { own: 'platform_admin', current: 'admin' });
  const labels = options.map(({ label }) => label);
  expect(labels.filter((label) => label === 'Organization administrator')).toHaveLength(1);
  expect(options.map(({ value }) => value)).toContain('admin');
});

it('lets the platform give every role', () => {
  expect(ALL.every((role) => isWithin(role, 'platform_admin'))).toBe(true);
});
