import { accessTier } from '@aicp/crds/access-tier';
import { collectionOf, type Collection } from '../../resources/collection.ts';

/** Access tiers. Everybody reads the platform's to ask for them; its conditions name the keys of all organizations. */
export const accessTierCollection = (): Collection =>
  collectionOf(accessTier, { hasPrivateConditions: () => true });
