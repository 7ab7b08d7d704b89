import { createHash } from 'node:crypto';
import { ApiError } from '../status.ts';

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Tells who a bearer token stands for. Tokens are compared by their hashes, so that the time taken says nothing of them. */
export function tokenAuthenticator(tokens: ReadonlyMap<string, string>) {
  const users = new Map([...tokens].map(([token, user]) => [digest(token), user]));
  /** The user of an Authorization header. Throws a 401 where there is none. */
  return (authorization: string | undefined): string => {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
    const user = token === undefined ? undefined : users.get(digest(token));
    if (user === undefined) throw new ApiError(401, 'Unauthorized', 'Unauthorized');
    return user;
  };
}
