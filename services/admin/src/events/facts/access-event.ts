import type { EventType } from '@aicp/contracts/checks/event-types';
import type { AccessEventData } from '@aicp/contracts/events/access-events';
import type { EventDraft } from '@aicp/events/outbox/event-draft';

/** A request for access, as it stands after what happened. */
interface AccessFact {
  readonly id: string;
  readonly created_at: Date;
  readonly requested_by: string;
  readonly organization_id: string | null;
  readonly tier_id: string;
  readonly team_id: string | null;
  readonly user_id: string | null;
  readonly key_id: string | null;
  readonly duration_days: number | null;
  readonly status: 'pending' | 'approved' | 'denied' | 'revoked' | 'expired';
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly expires_at: Date | null;
}

/** What is told of a request that came to a state. That access was taken back is told to nobody. */
const TYPES: Readonly<Record<AccessFact['status'], EventType | undefined>> = {
  pending: 'access.requested',
  approved: 'access.approved',
  denied: 'access.denied',
  expired: 'access.expired',
  revoked: undefined,
};

/** The event of a request for access that has come to its state at this moment; none of a state that nobody is told of. */
export function accessEvents(request: AccessFact): EventDraft[] {
  const type = TYPES[request.status];
  if (!type) return [];
  return [
    {
      ...{ type, uid: request.id, transition: request.status, at: momentOf(request) },
      subject: `AccessRequest/${request.id}`,
      organization: request.organization_id ?? undefined,
      data: dataOf(request),
    },
  ];
}

/** When it came to its state: a request is in each of them once. */
function momentOf({ status, created_at, decided_at, expires_at }: AccessFact): Date {
  const decided = status === 'expired' ? expires_at : decided_at;
  return decided ?? created_at;
}

/** The reason that somebody gave for it stays here: it is for those who decide. */
const dataOf = (request: AccessFact): AccessEventData => ({
  request_id: request.id,
  tier_id: request.tier_id,
  team_id: request.team_id,
  user_id: request.user_id,
  key_id: request.key_id,
  requested_by: request.requested_by,
  status: request.status as AccessEventData['status'],
  duration_days: request.duration_days,
  decided_by: request.decided_by,
  expires_at: request.expires_at?.toISOString() ?? null,
});
