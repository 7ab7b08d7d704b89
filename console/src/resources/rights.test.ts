import { expect, it } from 'vitest';
import { isWriter, mayChange, mayCreate, mayDelete } from './rights.ts';
import { RESOURCES } from './resource-table.ts';

const { team, organization, model, apiKey, costAllocationRule } = RESOURCES;

const somebody = (role: 'platform_admin' | 'org_admin' | 'team_admin' | 'finance') => ({
  role,
  organization_id: role === 'platform_admin' ? null : 'acme',
  permissions: [team, organization, model, apiKey, costAllocationRule].map(
    ({ permission }) => `${permission}:write`,
  ),
});

const OWN = { organization_id: 'acme' };
const PLATFORMS = { organization_id: null };

it('lets nobody do what needs a permission that they lack', () => {
  const permissions = ['teams:read'];
  const viewer = { role: 'viewer', organization_id: 'acme', permissions } as const;
  expect(mayCreate(viewer, team)).toBe(false);
  expect(mayChange(viewer, team, OWN)).toBe(false);
  expect(isWriter(viewer, team, OWN)).toBe(false);
});

it('leaves what the platform shares to those who run it', () => {
  expect(mayChange(somebody('org_admin'), model, OWN)).toBe(true);
  expect(mayChange(somebody('org_admin'), model, PLATFORMS)).toBe(false);
  expect(mayDelete(somebody('org_admin'), model, PLATFORMS)).toBe(false);
  expect(mayChange(somebody('platform_admin'), model, PLATFORMS)).toBe(true);
});

it('lets an organization be changed by its administrator, and made by the platform alone', () => {
  expect(mayChange(somebody('org_admin'), organization, { organization_id: undefined })).toBe(true);
  expect(mayCreate(somebody('org_admin'), organization)).toBe(false);
  expect(mayDelete(somebody('org_admin'), organization, {})).toBe(false);
  expect(mayCreate(somebody('platform_admin'), organization)).toBe(true);
});

it('tells the history of a team to who writes its members alone', () => {
  expect(mayChange(somebody('team_admin'), team, OWN)).toBe(false);
  expect(mayDelete(somebody('team_admin'), team, OWN)).toBe(false);
  expect(isWriter(somebody('team_admin'), team, OWN)).toBe(true);
});

it.each([
  ['team_admin', 'org_admin', false],
  ['team_admin', 'admin', false],
  ['team_admin', 'finance', false],
  ['team_admin', 'team_admin', true],
  ['team_admin', undefined, true],
  ['org_admin', 'admin', true],
  ['org_admin', 'finance', true],
  ['org_admin', 'platform_admin', false],
  ['platform_admin', 'platform_admin', true],
] as const)('lets %s change a key of the role %s: %s', (who, role, isAllowed) => {
  expect(mayChange(somebody(who), apiKey, { role })).toBe(isAllowed);
});
