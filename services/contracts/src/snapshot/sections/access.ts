import { z } from 'zod';
import { defineSection, organization, source } from './kit/section.ts';

/** An AccessTier that asks for approval. Of others, services are told nothing: they close nothing. */
export const accessTierFragment = z.object({
  source,
  /** metadata.name of the AccessTier. */
  id: z.string(),
  /** Whose requests alone it acts on. */
  organization,
  /** Ids, aliases, groups, or a prefix ending in `*`. */
  models: z.array(z.string()),
  /** Tier labels of models. */
  labels: z.array(z.string()),
  /** Made of as much as could be read of an object that is not valid. */
  isPartial: z.boolean().optional(),
});
export type AccessTierFragment = z.output<typeof accessTierFragment>;

export const accessTiers = defineSection({
  name: 'access_tiers',
  item: accessTierFragment,
  readers: ['gateway', 'admin', 'budget', 'cost'],
  guards: () => true,
});

/** The leave to use the models of a tier. */
export const accessGrantFragment = z.object({
  source,
  /** metadata.name of the AccessTier. */
  tier: z.string(),
  /** Whose requests alone it is for; absent: of whatever organization its team or its key is, and of persons those without one. */
  organization,
  /** metadata.name of the APIKey or of the Team, or the id of the person; none of them: the whole organization. */
  to: z.object({
    key: z.string().optional(),
    team: z.string().optional(),
    user: z.string().optional(),
  }),
  /** RFC 3339; the first moment at which it is over. Absent: it has no end. */
  expiresAt: z.string().optional(),
});
export type AccessGrantFragment = z.output<typeof accessGrantFragment>;

export const accessGrants = defineSection({
  name: 'access_grants',
  item: accessGrantFragment,
  readers: ['gateway', 'admin', 'budget', 'cost'],
  isNeverPinned: true,
});
