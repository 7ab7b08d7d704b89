import type { ApiObject } from '../../../api/api-object.ts';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { isStatus, STATES } from './verbs.ts';

/** What state a test is in. */
export function TestStatus({ object }: { readonly object: ApiObject }) {
  const { status } = object;
  return isStatus(status) ? <ToneBadge {...STATES[status]} /> : null;
}
