import { z } from 'zod';

const HERE = 'http://here.invalid';

/** Whether a browser that goes there stays at this service. */
function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || !URL.canParse(path, HERE)) return false;
  return new URL(path, HERE).origin === HERE;
}

/** Where a browser goes after signing in: a path of this service, whatever somebody wrote into a link. */
export const returnPath = z
  .string()
  .max(1000)
  .regex(/^[\x21-\x7e]*$/, { error: 'must be a path of this service' })
  .refine(isOwnPath, 'must be a path of this service')
  .default('/')
  .meta({ description: 'Path of this service to go to after signing in.' });
