import { z } from 'zod';
import { MONEY_WINDOWS } from '../../spend/money-window.ts';
import { nanoUsd } from './budgets.ts';
import { defineSection, organization, shardName, source } from './kit/section.ts';

export const ROLES = [
  'platform_admin',
  'org_admin',
  'team_admin',
  'member',
  'finance',
  'viewer',
] as const;

export const keyFragment = z.object({
  source,
  /** metadata.name of the APIKey. */
  id: z.string(),
  /** SHA-256 in hex, each with the moment (RFC 3339) at which it stops working, where there is one. */
  hashes: z.array(z.object({ hash: z.string(), until: z.string().optional() })),
  role: z.enum(ROLES),
  organization,
  /**
   * What it is bound to since it was first seen: the Organization's metadata.name and metadata.uid, neither for the platform. One of the
   * same name with another uid is not its own.
   */
  boundTo: z
    .object({ organization: z.string().optional(), organizationUid: z.string().optional() })
    .optional(),
  /** The key that made it: its metadata.name, and the metadata.uid that it is bound to since there was one. */
  madeBy: z.object({ key: z.string(), uid: z.string().optional() }).optional(),
  /** Who was told the key when it was last rotated, or when a person made it: a key by metadata.name and metadata.uid, or a person, and the role that they had. */
  givenTo: z
    .object({
      key: z.string().optional(),
      uid: z.string().optional(),
      person: z.string().optional(),
      role: z.enum(ROLES).optional(),
    })
    .optional(),
  businessUnit: z.string().optional(),
  team: z.string().optional(),
  /** metadata.uid of that Team: one that is made anew under its name is another one. Absent: the operator that compiled it is older, or there is no such team. */
  teamUid: z.string().optional(),
  user: z.string().optional(),
  /** Empty: all. Ids, aliases, groups, or a prefix ending in `*`. */
  allowedModels: z.array(z.string()),
  /** Requests and tokens a minute. */
  rpmLimit: z.int().min(1).optional(),
  tpmLimit: z.int().min(1).optional(),
  /** What it may spend in a window, nano-USD. */
  maxBudget: z.object({ limit: nanoUsd, window: z.enum(MONEY_WINDOWS) }).optional(),
  blocked: z.boolean(),
  /** Grows with every block of it, or of a key that it comes from: what was given for it at another number has ended. Absent: 0. */
  tokenGeneration: z.number().optional(),
  /** What is missing of whom it belongs to, as part of a sentence. Present: it serves nothing and does not log in. */
  ownerMissing: z.string().optional(),
  metadata: z.record(z.string(), z.string()),
});
export type KeyFragment = z.output<typeof keyFragment>;

/** Keys are split by a hash of their object's name, so that one changed key is a small delta. */
export const KEY_SHARDS = 16;

/** The name of the section that keys of this shard stand in. */
export const keySection = (shard: number): string => shardName('keys', shard);

export const keys = defineSection({
  name: 'keys',
  item: keyFragment,
  readers: ['gateway', 'admin', 'budget', 'cost', 'workflow'],
  shards: KEY_SHARDS,
  isNeverPinned: true,
});
