import { isShared, type SpendSubject } from './spend-subject.ts';

/** Who pays the provider that served a request: the platform, or the organization whose own Provider it is. */
export const PAYERS = ['platform', 'organization'] as const;
export type Payer = (typeof PAYERS)[number];

/** Who pays a provider. Where nobody was asked, there is nothing to pay. */
export const payerOf = (
  provider: { readonly organization: string | undefined } | undefined,
): Payer => (provider?.organization === undefined ? 'platform' : 'organization');

/** Whether what somebody paid is part of what a subject spent. What organizations pay costs the platform nothing: its counts of all of them together leave it out. */
export const isSpendOf = ({ scope, organization }: SpendSubject, payer: Payer): boolean =>
  payer === 'platform' || organization !== undefined || !isShared(scope);
