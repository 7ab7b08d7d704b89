import { createHash } from 'node:crypto';

/** Characters of a SHA-256 that an incident's id has, in hex. */
const ID_CHARACTERS = 32;

/**
 * The id by which what begins an incident and what ends it are told to belong together: of the thing that fails, such as a Provider's uid. It has nothing of a
 * time in it, so that one that failed again while nobody had closed the incident goes on with it.
 */
export function incidentOf(kind: string, ...thing: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([kind, ...thing]));
  return `inc_${hash.digest('hex').slice(0, ID_CHARACTERS)}`;
}
