import type { ApiObject } from '../../../api/api-object.ts';
import { Dash } from '../../../ui/cells/moment.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { failoverLook, observedOf } from './failover.ts';

/** Whether the target answers in the place of the source. */
export function FailoverState({ object }: { readonly object: ApiObject }) {
  const look = failoverLook(observedOf(object).state);
  return look ? <ToneBadge {...look} /> : <Dash />;
}
