import type { z } from 'zod';
import {
  adminCredentialFragment,
  businessUnitFragment,
  licenseFragment,
  organizationFragment,
  teamFragment,
} from './admin-fragments.ts';
import {
  allowedModelsFragment,
  credentialFragment,
  deprecationFragment,
  keyFragment,
  modelFragment,
  policyFragment,
  providerFragment,
  settingsFragment,
} from './fragments.ts';

/** Keys are split by a hash of their object's name, so that one changed key is a small delta. */
export const KEY_SHARDS = 16;

export const keySection = (shard: number): string => `keys-${shard.toString(16)}`;

type Sections = Readonly<Record<string, z.ZodType>>;

const keySections: Sections = Object.fromEntries(
  Array.from({ length: KEY_SHARDS }, (_, shard) => [keySection(shard), keyFragment]),
);

/** What one item of each section of the gateway's snapshot looks like. */
const gatewaySections: Sections = {
  settings: settingsFragment,
  providers: providerFragment,
  credentials: credentialFragment,
  models: modelFragment,
  deprecations: deprecationFragment,
  policies: policyFragment,
  organization_models: allowedModelsFragment,
  team_models: allowedModelsFragment,
  ...keySections,
};

/** What the admin service reads: who may do what, how people sign in, and what explains routing. No provider's credential. */
const adminSections: Sections = {
  settings: settingsFragment,
  providers: providerFragment,
  models: modelFragment,
  deprecations: deprecationFragment,
  policies: policyFragment,
  organization_models: allowedModelsFragment,
  team_models: allowedModelsFragment,
  organizations: organizationFragment,
  teams: teamFragment,
  business_units: businessUnitFragment,
  license: licenseFragment,
  admin_credentials: adminCredentialFragment,
  ...keySections,
};

/**
 * The services that take a snapshot, and the sections of each. A section is a JSON array of fragments. A section of the same name
 * has the same bytes in every service that takes it.
 */
export const SECTIONS = { gateway: gatewaySections, admin: adminSections } as const;

export type SnapshotService = keyof typeof SECTIONS;

export const SNAPSHOT_SERVICES = Object.keys(SECTIONS) as SnapshotService[];

/** What one item of a section looks like; undefined for a section that no service takes. */
export const sectionSchema = (section: string): z.ZodType | undefined =>
  SNAPSHOT_SERVICES.map((service) => SECTIONS[service][section]).find(
    (schema) => schema !== undefined,
  );

/** Who may do what, and with which secret. */
const NEVER_PINNED: ReadonlySet<string> = new Set([
  'credentials',
  'organizations',
  'teams',
  'business_units',
  'license',
  'admin_credentials',
  ...Object.keys(keySections),
]);

/** Sections that a pinned revision does not hold back: what is revoked, removed or rotated is gone at once. */
export const isNeverPinned = (section: string): boolean => NEVER_PINNED.has(section);
