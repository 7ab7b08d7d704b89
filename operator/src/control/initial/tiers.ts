import type { AccessTierSpec } from '@aicp/crds/access-tier';

/** The tiers of models that exist from the start, by name. People change and delete them as they like. */
export const INITIAL_TIERS: Readonly<Record<string, Partial<AccessTierSpec>>> = {
  standard: {
    displayName: 'Standard',
    description: 'For everybody.',
    modelTiers: ['free', 'budget', 'standard', 'self_hosted'],
  },
  premium: {
    displayName: 'Premium',
    description: 'Models that cost more, for those who need them.',
    modelTiers: ['premium'],
    requiresApproval: true,
  },
  experimental: {
    displayName: 'Experimental',
    description: 'Models that may change or go at any time.',
    modelTiers: ['experimental'],
    requiresApproval: true,
    requiresJustification: true,
    maxGrantDurationDays: 90,
  },
};
