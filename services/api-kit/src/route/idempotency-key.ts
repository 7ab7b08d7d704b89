import type { Route } from './route.ts';
import { Problem } from '@aicp/common/errors/problem';
import type { Request } from 'express';

/** The header by which a caller names a request that may be sent again. */
export const KEY_HEADER = 'Idempotency-Key';
/** Says of an answer that it is one that was given before. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

/** Whether a route heeds the header: every POST that changes something and asks who somebody is, since a key counts for its caller alone. */
export const honoursKey = ({
  method,
  permission,
  changesNothing,
}: Pick<Route, 'method' | 'permission' | 'changesNothing'>): boolean =>
  method === 'post' && permission !== 'public' && !changesNothing;

export const MAX_KEY_CHARACTERS = 255;
const PRINTABLE = /^[\x20-\x7e]+$/;

/** The Idempotency-Key that came with a request; undefined where none did. Throws a Problem (422) for what is none. */
export function keyIn(request: Pick<Request, 'get'>): string | undefined {
  const key = request.get(KEY_HEADER);
  if (key === undefined) return undefined;
  if (PRINTABLE.test(key) && key.length <= MAX_KEY_CHARACTERS) return key;
  const message = `must be 1 to ${MAX_KEY_CHARACTERS} printable ASCII characters`;
  throw new Problem(422, `The header ${KEY_HEADER} ${message}: a random UUID will do.`, {
    errors: [{ path: KEY_HEADER, message }],
  });
}
