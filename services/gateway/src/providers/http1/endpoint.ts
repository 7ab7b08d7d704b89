import type {
  UpstreamCall,
  UpstreamReceiver,
  UpstreamRequest,
} from '../upstream/provider-client.ts';
import { SecretGuard, SHORTEST_IN_ERRORS } from '../upstream/secret-guard.ts';
import type { ConnectionPool } from './connection-pool.ts';

/** Where a provider is, and what is sent there with every request. */
export interface EndpointOptions {
  readonly pool: ConnectionPool;
  /** With the version: `https://api.openai.com/v1`. */
  readonly baseUrl: URL;
  readonly apiKey: string | undefined;
  /** Added to every request. They may replace ours, but not the credential that we were given. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How a type of provider is spoken to. */
export interface Manner {
  /** Below the address: `/chat/completions`. */
  readonly path: string;
  /** The headers that carry the API key. */
  readonly credential: (apiKey: string) => Readonly<Record<string, string>>;
}

const OWN_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'ai-control-plane',
};

/** Anything else would end the header, or be another one. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Printable Latin-1 and tabs. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** They say where a request ends and what becomes of its connection, which is not for a provider's configuration to say. */
const FRAMING = new Set(['content-length', 'transfer-encoding', 'connection', 'upgrade', 'expect']);

/** An address that takes requests by POST. Of the client's request only the request id and the trace go on, and the body that is given. */
export class Endpoint {
  /** Takes credentials out of answers. */
  readonly guard: SecretGuard;
  /** Takes out of errors what is sent with every request. */
  readonly errorGuard: SecretGuard;
  private readonly pool: ConnectionPool;
  private readonly head: string;

  /** Throws a TypeError where a header, or the credential, holds what no header may. */
  constructor({ pool, baseUrl, apiKey, headers }: EndpointOptions, { path, credential }: Manner) {
    const secret = apiKey?.trim();
    const own = secret === undefined ? [] : [secret];
    const sent = [...Object.entries(headers), ...baseUrl.searchParams];
    const credentials = sent.filter(([name]) => CREDENTIAL.test(name));
    this.guard = new SecretGuard([...own, ...valuesOf(credentials)]);
    const known = sent.filter(([name]) => !PLAIN_HEADER.test(name));
    this.errorGuard = new SecretGuard([...own, ...valuesOf(known)], SHORTEST_IN_ERRORS);
    this.pool = pool;
    const above = baseUrl.pathname.replace(/\/+$/, '');
    this.head =
      `POST ${above}${path}${baseUrl.search} HTTP/1.1\r\n` +
      headerLines({
        ...OWN_HEADERS,
        ...lowerCased(headers),
        host: baseUrl.host,
        ...(secret === undefined ? {} : credential(secret)),
      });
  }

  /** Sends a body in the place of the client's. */
  post(
    { requestId, trace, connectTimeoutMs, timeoutMs }: UpstreamRequest,
    body: Buffer,
    receiver: UpstreamReceiver,
  ): UpstreamCall {
    const head = `${this.head}x-request-id: ${requestId}\r\n${trace}content-length: ${body.length}\r\n\r\n`;
    return this.pool.send({ head, body, connectTimeoutMs, timeoutMs }, receiver);
  }
}

/** Names of headers and of members of a query whose values are credentials by all custom. */
const CREDENTIAL =
  /(?:^|[-_])(?:key|apikey|token|secret|password|signature|sig|authorization|auth)$/i;
/** Names whose values everybody may know. */
const PLAIN_HEADER = /^(?:host|user-agent|content-type|accept.*)$/i;

/** The values, also without their scheme (`Bearer`). */
const valuesOf = (entries: readonly (readonly [string, string])[]): string[] =>
  entries.flatMap(([, value]) => [value.trim(), ...value.split(/\s+/)]);

function headerLines(headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => {
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value) || FRAMING.has(name))
      throw new TypeError(`the header ${JSON.stringify(name)} cannot be sent`);
    return `${name}: ${value}\r\n`;
  });
  return lines.join('');
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
