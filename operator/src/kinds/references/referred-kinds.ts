/** The kinds that others refer to by `metadata.name`. */
export const REFERRED_KINDS = [
  'Organization',
  'BusinessUnit',
  'Team',
  'APIKey',
  'Provider',
  'AccessTier',
  'Detector',
  'EventSubscription',
  'PromptTemplate',
] as const;
export type ReferredKind = (typeof REFERRED_KINDS)[number];
