import type { ApiObject } from '../../../api/api-object.ts';
import { Dash } from '../../../ui/cells/moment.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { SLA_STATES, slaOf } from './sla.ts';

/** Whether an SLA's targets are met, as they were measured last. */
export function SlaState({ object }: { readonly object: ApiObject }) {
  const status = slaOf(object).observed?.status;
  return status === undefined ? <Dash /> : <ToneBadge {...SLA_STATES[status]} />;
}
