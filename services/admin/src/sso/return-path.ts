import { withoutPrefix } from '@aicp/api-kit/route/path-prefix';
import { z } from 'zod';

const HERE = 'http://here.invalid';

/** Whether a browser that goes there stays at this service, also where something on the way decodes it once more. */
function isOwnPath(path: string): boolean {
  const decoded = decodedOnce(path);
  return decoded !== undefined && [path, decoded].every(leadsHere);
}

function leadsHere(path: string): boolean {
  if (!path.startsWith('/') || !URL.canParse(path, HERE)) return false;
  const { origin, pathname } = new URL(path, HERE);
  // Dots that cancel out must not leave a path that would be a host's name where it is used again.
  return origin === HERE && !pathname.startsWith('//');
}

function decodedOnce(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Where a browser goes after signing in: a path of this service, whatever somebody wrote into a link. */
export const returnPath = z
  .string()
  .max(1000)
  .regex(/^[\x21-\x7e]*$/, { error: 'must be a path of this service' })
  .refine(isOwnPath, 'must be a path of this service')
  .default('/')
  .meta({ description: 'Path of this service to go to after signing in.' });

/** The path as the service knows it, whether or not a page wrote it with the prefix of the service's address. */
export function pathWithin(path: string, prefix: string): string {
  const rest = withoutPrefix(path, prefix);
  return isOwnPath(rest) ? rest : '/';
}
