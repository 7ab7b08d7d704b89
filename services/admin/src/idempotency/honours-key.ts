import type { Route } from '../http/route.ts';

/** The header by which a caller names a request that may be sent again. */
export const KEY_HEADER = 'Idempotency-Key';
/** Says of an answer that it is one that was given before. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

/** Whether a route heeds the header: every POST that asks who somebody is, since a key counts for its caller alone. */
export const honoursKey = ({ method, permission }: Pick<Route, 'method' | 'permission'>): boolean =>
  method === 'post' && permission !== 'public';
