import { z } from 'zod';
import type { Failure, FailureReason } from './failure.ts';
import { ProxyFault } from './provider-way.ts';

/** What node:http, node:tls and the guard write into the errors that they reject with. */
const details = z.object({
  code: z.string().catch(''),
  message: z.string().catch(''),
  address: z.string().optional().catch(undefined),
  port: z.number().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  errors: z.array(z.unknown()).optional().catch(undefined),
});
type Details = z.output<typeof details>;

const CODES: Readonly<Partial<Record<string, FailureReason>>> = {
  ERR_FORBIDDEN_ADDRESS: 'forbidden_address',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ENODATA: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  ABORT_ERR: 'timeout',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_authority',
  UNABLE_TO_GET_ISSUER_CERT: 'tls_authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_authority',
  CERT_UNTRUSTED: 'tls_authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_name',
  HOSTNAME_MISMATCH: 'tls_name',
  CERT_HAS_EXPIRED: 'tls_expired',
  CERT_NOT_YET_VALID: 'tls_expired',
  EPROTO: 'tls',
};

type Words = (host: string, details: Details) => string;

const WORDS: Readonly<Partial<Record<FailureReason, Words>>> = {
  forbidden_address: (_, { message }) =>
    `${message}: name a public one in base_url, or have the installation’s egress settings allow it.`,
  dns: (host, { code }) =>
    `The name ${host} is not found (${code}): look at base_url, and at the DNS of the pods.`,
  refused: (host, said) =>
    `Nobody listens at ${peer(host, said)} (ECONNREFUSED): look at the port in base_url, and whether the server runs.`,
  unreachable: (host, said) =>
    `There is no way to ${peer(host, said)} (${said.code}): look at routes, firewalls and NetworkPolicies.`,
  reset: (host, { code }) =>
    `${host} ended the connection before it answered (${code}): a firewall or proxy may stand between, or base_url says http for https.`,
  timeout: (host) =>
    `${host} did not answer in time: look at firewalls, NetworkPolicies and proxies on the way.`,
  tls_authority: (host, { code }) =>
    `The certificate of ${host} is of an authority that is not trusted (${code}): have the server send its whole chain, or have that authority trusted.`,
  tls_name: (host) =>
    `The certificate is not for ${host}: base_url must have a name that stands in the certificate.`,
  tls_expired: (host, { code }) =>
    code === 'CERT_NOT_YET_VALID'
      ? `The certificate of ${host} is not valid yet: look at the clocks.`
      : `The certificate of ${host} has expired: have its owner renew it.`,
  tls: (host, { code }) =>
    `${host} speaks no TLS that can be used (${code}): base_url may say https for http, or the port is another service’s.`,
};

/** Why there was no answer, in words. */
export function connectionFailure(error: unknown, { hostname, host }: URL): Failure {
  if (error instanceof ProxyFault) {
    const message = `${host} is not reached: ${error.message}. Look at proxy_url and proxy_secret_ref.`;
    return { reason: 'proxy', status: null, message };
  }
  const said = firstOf(details.parse(error instanceof Error ? detailsIn(error) : {}));
  const reason = reasonOf(said);
  const words = WORDS[reason];
  const name = reason.startsWith('tls_') || reason === 'dns' ? hostname : host;
  const message = words?.(name, said) ?? `${host} does not answer: ${said.message || said.code}.`;
  return { reason, status: null, message };
}

const detailsIn = (error: Error): object => {
  const { message, code, address, port, reason, errors } = error as Error & Record<string, unknown>;
  return { message, code, address, port, reason, errors };
};

/** Where several addresses were tried, what became of the first. */
function firstOf(said: Details): Details {
  const [first] = said.errors ?? [];
  return first instanceof Error ? details.parse(detailsIn(first)) : said;
}

function reasonOf({ code, message }: Details): FailureReason {
  const known = CODES[code];
  if (known !== undefined) return known;
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls';
  if (code.startsWith('HPE_') || message === 'its answer is too long') return 'bad_answer';
  return 'unknown';
}

const peer = (host: string, { address, port }: Details): string => {
  if (address === undefined || host.includes(address)) return host;
  return `${host} (${address}${port === undefined ? '' : `, port ${port}`})`;
};
