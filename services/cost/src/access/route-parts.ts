import type { Clock } from '@aicp/common/time/clock';
import type { Callers } from './callers.ts';
import type { CostSnapshot } from '../snapshot/cost-snapshot.ts';

/** What every route stands on. */
export interface RouteParts {
  readonly callers: Callers;
  readonly snapshot: Pick<CostSnapshot, 'current'>;
  readonly clock: Clock;
}

/** What all routes have in common: whether a key is needed is asked by `beforeBody`. */
export const openRoute = ({ callers }: Pick<RouteParts, 'callers'>) =>
  ({ permission: 'public', errors: [401, 429, 503], beforeBody: callers.admit }) as const;
