import type { IncomingMessage } from 'node:http';
import { noRoleToCall, tokenNotTaken } from '@aicp/contracts/routing/key-refusal';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import type { Refusal } from '../pipeline/exchange/refusal.ts';

/** Where RFC 9728 has the metadata of protected resources stand. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

const HOST = /^[A-Za-z0-9.:[\]-]{1,255}$/;

type Asked = Pick<IncomingMessage, 'headers' | 'socket'>;
type Answering = Pick<Gateway, 'signOn' | 'runtime'>;

/** What is asked for. */
export interface NamedResource {
  /** Below our address. */
  readonly path: string;
  /** In whose name; undefined: nobody's. */
  readonly organization: string | undefined;
}

/** The metadata of a resource of ours (RFC 9728): bearer tokens are keys, which nobody's server gives, and tokens of the providers that it names. */
export function metadataOf(gateway: Answering, asked: Asked, resource: NamedResource): object {
  const servers = gateway.signOn ? serversOf(gateway, resource) : [];
  return {
    resource: `${addressOf(gateway, asked)}${resource.path}`,
    resource_name: 'AI Control Plane',
    bearer_methods_supported: ['header'],
    ...(servers.length === 0 ? {} : { authorization_servers: servers }),
  };
}

/** Of an organization, its own. Of no organization, the only one that there is: where several are, each is named to its own people alone. */
function serversOf({ runtime }: Answering, { organization }: NamedResource): string[] {
  const people = runtime()?.people;
  if (!people) return [];
  if (organization !== undefined) {
    const sso = people.organization(organization)?.sso;
    return sso?.isEnabled === true ? [sso.issuer] : [];
  }
  const issuers = [...people.issuers];
  const isOnly = issuers.length === 1 && people.signingInBy(issuers[0] ?? '').length === 1;
  return isOnly ? issuers : [];
}

/** What a client is told that is not let in: where to learn how to be, and what is wrong with what it sent (RFC 6750). */
export function challenged(
  refusal: Refusal,
  gateway: Answering,
  { asked, path }: { readonly asked: Asked; readonly path: string },
): Refusal {
  const { status, code } = refusal;
  if (status !== 401 && code !== NO_ROLE) return refusal;
  const address = addressOf(gateway, asked);
  const error = code === NO_ROLE ? 'insufficient_scope' : code;
  const told = code === NO_ROLE || code === TOKEN_NOT_TAKEN ? `error="${error}", ` : '';
  const challenge = `Bearer realm="aicp", ${told}resource_metadata="${address}${METADATA_PATH}${path}"`;
  return { ...refusal, headers: ['www-authenticate', challenge] };
}

const NO_ROLE = noRoleToCall().code;
const TOKEN_NOT_TAKEN = tokenNotTaken().code;

/** Our address as whoever runs us names it, else as the client wrote it: what stands in front of us and ends TLS says so. */
function addressOf({ signOn }: Answering, { headers, socket }: Asked): string {
  if (signOn) return signOn.publicUrl;
  const { host } = headers;
  const isSecure =
    headers['x-forwarded-proto'] === 'https' ||
    ('encrypted' in socket && socket.encrypted === true);
  const name = host !== undefined && HOST.test(host) ? host : 'localhost';
  return `${isSecure ? 'https' : 'http'}://${name}`;
}
