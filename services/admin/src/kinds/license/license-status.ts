import { condition, type Condition } from '@aicp/crds/kit/conditions';
import { z } from 'zod';
import type { LicenseState } from './license-state.ts';

/** Days before its end from which on a renewal is due. */
export const RENEWAL_DAYS = 14;

/** Whether somebody should see to the license: it ends soon, or has ended. */
export const isRenewalDue = (state: LicenseState): boolean =>
  state.valid && (state.expired || state.days_remaining < RENEWAL_DAYS);

const CONDITION = 'RenewalDue';

const stored = z.object({ conditions: z.array(condition).default([]) });

/** This service's part of the License object's status. `now` is RFC 3339, without fractions of a second. */
export function licenseStatus(state: LicenseState, before: unknown, now: string) {
  const said = claimOf(state);
  const last = stored
    .safeParse(before ?? {})
    .data?.conditions.find(({ type }) => type === CONDITION);
  const lastTransitionTime = last?.status === said.status ? last.lastTransitionTime : now;
  return {
    present: state.present,
    valid: state.valid,
    expired: state.expired,
    ...(state.tier === null ? {} : { tier: state.tier }),
    ...(state.company === null ? {} : { company: state.company }),
    ...(state.expires_at === null ? {} : { expiresAt: state.expires_at }),
    conditions: [{ type: CONDITION, lastTransitionTime, ...said }],
  };
}

function claimOf(state: LicenseState): Pick<Condition, 'status' | 'reason' | 'message'> {
  if (!state.valid) {
    return { status: 'Unknown', reason: 'NotVerified', message: state.error ?? 'no license' };
  }
  if (state.expired) return { status: 'True', reason: 'Expired', message: state.error ?? '' };
  const { days_remaining: days } = state;
  const message = days === 1 ? '1 day remaining' : `${days} days remaining`;
  return isRenewalDue(state)
    ? { status: 'True', reason: 'ExpiresSoon', message: `${message}: renew it` }
    : { status: 'False', reason: 'Valid', message: 'more than 14 days remaining' };
}
