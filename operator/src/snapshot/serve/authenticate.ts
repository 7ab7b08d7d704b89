import { sha256 } from '@aicp/contracts/snapshot/digest';
import { SNAPSHOT_SERVICES } from '@aicp/contracts/snapshot/sections';

/** Who asks: the service that a token stands for, and the pod it was made for where it says so. */
export interface Identity {
  readonly service: string;
  readonly pod: string | undefined;
}

/** Finds out who a bearer token belongs to; undefined for one that is not good. Rejects where that cannot be found out now. */
export type Authenticate = (token: string) => Promise<Identity | undefined>;

export const isSnapshotService = (name: string): boolean =>
  (SNAPSHOT_SERVICES as readonly string[]).includes(name);

/** Tokens from a file, for one machine: each stands for a service. Looked up by their hash, so that no comparison leaks their text. */
export function authenticateByTable(tokens: ReadonlyMap<string, string>): Authenticate {
  const services = new Map([...tokens].map(([token, service]) => [sha256(token), service]));
  return (token) => {
    const service = services.get(sha256(token));
    return Promise.resolve(service === undefined ? undefined : { service, pod: undefined });
  };
}
