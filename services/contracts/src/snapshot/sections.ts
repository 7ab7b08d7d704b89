import type { z } from 'zod';
import {
  credentialFragment,
  keyFragment,
  modelFragment,
  policyFragment,
  providerFragment,
  settingsFragment,
} from './fragments.ts';

/** Keys are split by a hash of their object's name, so that one changed key is a small delta. */
export const KEY_SHARDS = 16;

export const keySection = (shard: number): string => `keys-${shard.toString(16)}`;

const keySections = Array.from({ length: KEY_SHARDS }, (_, shard) => keySection(shard));

/** What one item of each section of the gateway's snapshot looks like. */
const gatewaySections: Readonly<Record<string, z.ZodType>> = {
  settings: settingsFragment,
  providers: providerFragment,
  credentials: credentialFragment,
  models: modelFragment,
  policies: policyFragment,
  ...Object.fromEntries(keySections.map((name) => [name, keyFragment])),
};

/** The services that take a snapshot, and the sections of each. A section is a JSON array of fragments. */
export const SECTIONS = { gateway: gatewaySections } as const;

export type SnapshotService = keyof typeof SECTIONS;

export const SNAPSHOT_SERVICES = Object.keys(SECTIONS) as SnapshotService[];

/** Sections that a pinned revision does not hold back: what is revoked or rotated is gone at once. */
export const isNeverPinned = (section: string): boolean =>
  section === 'credentials' || section.startsWith('keys-');
