import type { IncomingMessage } from 'node:http';

/** Where RFC 9728 has the metadata of protected resources stand. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

const HOST = /^[A-Za-z0-9.:[\]-]{1,255}$/;

/** Our address as the client wrote it. What stands in front of us and ends TLS says so. */
export function addressOf({
  headers,
  socket,
}: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const { host } = headers;
  const isSecure =
    headers['x-forwarded-proto'] === 'https' ||
    ('encrypted' in socket && socket.encrypted === true);
  const name = host !== undefined && HOST.test(host) ? host : 'localhost';
  return `${isSecure ? 'https' : 'http'}://${name}`;
}

/** The metadata of a resource of ours (RFC 9728): keys are sent as bearer tokens. It names no authorization server, since none makes them. */
export const metadataOf = (address: string, path: string): object => ({
  resource: `${address}${path}`,
  resource_name: 'AI Control Plane',
  bearer_methods_supported: ['header'],
});

/** What a client is told that sent no key, or none that works. */
export const challengeOf = (address: string, path: string): string =>
  `Bearer realm="aicp", resource_metadata="${address}${METADATA_PATH}${path}"`;
