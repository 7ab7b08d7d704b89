import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { STATES, type Health } from './provider-health.ts';

/** How something fares. That nothing is known is no state, and stands as plain text. */
export const HealthBadge = ({ status }: Pick<Health, 'status'>) =>
  status === 'unknown' ? STATES.unknown.label : <ToneBadge {...STATES[status]} />;
