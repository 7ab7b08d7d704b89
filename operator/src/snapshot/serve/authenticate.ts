import type { Authenticate } from '@aicp/common/kubernetes/authenticate-pods';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import { SNAPSHOT_SERVICES } from '@aicp/contracts/snapshot/sections/kit/section';

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
