import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { idInPath } from '../../../address/id-in-path.ts';

export type AccessRequest = ApiSchemas['AccessRequest'];

export const REQUESTS = '/api/v1/model-access/requests';

export type Step = 'approve' | 'deny' | 'revoke';

export const stepPath = ({ id }: Pick<AccessRequest, 'id'>, step: Step): string =>
  `${REQUESTS}/${idInPath(id)}/${step}`;

/** What a request's state is called, and its colour. */
export const STATES: Readonly<
  Record<AccessRequest['status'], { readonly label: string; readonly color: string }>
> = {
  pending: { label: 'To decide', color: 'yellow' },
  approved: { label: 'Approved', color: 'teal' },
  denied: { label: 'Denied', color: 'red' },
  revoked: { label: 'Revoked', color: 'gray' },
  expired: { label: 'Expired', color: 'gray' },
};

/** What can be decided of a request in this state. */
export function stepsOf(status: AccessRequest['status']): readonly Step[] {
  if (status === 'pending') return ['approve', 'deny'];
  return status === 'approved' ? ['revoke'] : [];
}

/** Which requests are shown: all that one may see, those for oneself, or those that wait for a decision. */
export const VIEWS = ['all', 'mine', 'queue', 'granted'] as const;
export type View = (typeof VIEWS)[number];

export const viewOf = (text: string): View => VIEWS.find((view) => view === text) ?? 'all';

/** What the list is asked with, to show a view. */
export function queryOf(view: View, userId: string): Readonly<Record<string, string>> {
  if (view === 'mine') return { user_id: userId };
  if (view === 'granted') return { status: 'approved' };
  return view === 'queue' ? { status: 'pending' } : {};
}
