import type { KeyHolder, Lent } from './holders.ts';

/** Parts from 0 to 1. */
export interface Shares {
  /** What an organization may hold of all that other organizations leave. */
  readonly organization: number;
  /** What a key may hold of all that its organization may hold and its other keys leave. */
  readonly key: number;
}

/** Whose share leaves no room. */
export type ShareReason = 'organization_share' | 'key_share';

/** What a request of a key asks for. */
export interface Asked {
  readonly lent: Lent;
  /** All that there is. */
  readonly limit: number;
  /** What everybody together holds, without what is asked for. */
  readonly used: number;
  readonly holder: KeyHolder;
  readonly amount: number;
  /** What the same request holds already. */
  readonly own: number;
}

/** Each may hold all that there is. */
const ALL: Shares = { organization: 1, key: 1 };

/**
 * Who may hold how much of what is scarce. Nobody is bound while half of it is free. Beyond that, an organization may hold its share of
 * what others leave, so that some is left however much it asks for, and less the more of them there are; the same goes for its keys
 * within that. Who holds nothing but by this request is not bound: it is let in as long as there is room at all.
 */
export class FairShares {
  private readonly shares: Shares;

  constructor(shares: Shares = ALL) {
    this.shares = shares;
  }

  /** Whose share leaves no room for it; undefined where there is room. */
  obstacleTo({ lent, limit, used, holder, amount, own }: Asked): ShareReason | undefined {
    if (amount <= 0 || 2 * (used + amount) <= limit) return undefined;
    const ofOrganization = holder.organization.of(lent);
    const ofKey = holder.of(lent);
    const organizationMost = this.shares.organization * (limit - (used - ofOrganization));
    if (ofOrganization > own && ofOrganization + amount > organizationMost) {
      return 'organization_share';
    }
    const keyMost = this.shares.key * (organizationMost - (ofOrganization - ofKey));
    return ofKey > own && ofKey + amount > keyMost ? 'key_share' : undefined;
  }
}
