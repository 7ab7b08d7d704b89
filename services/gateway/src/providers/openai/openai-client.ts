import type { ConnectionPool } from '../http1/connection-pool.ts';
import type {
  ProviderClient,
  UpstreamCall,
  UpstreamReceiver,
  UpstreamRequest,
} from '../upstream/provider-client.ts';
import { SecretGuard, SHORTEST_IN_ERRORS } from '../upstream/secret-guard.ts';

/** Where and how an OpenAI API is spoken to. */
export interface OpenAiEndpoint {
  readonly pool: ConnectionPool;
  /** With the version, without a trailing slash: `https://api.openai.com/v1`. */
  readonly baseUrl: URL;
  readonly apiKey: string | undefined;
  /** Added to every request. They may replace ours, but not the credential that we were given. */
  readonly headers: Readonly<Record<string, string>>;
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

/** Speaks OpenAI's API, or one like it. Of the client's request only the body, the request id and the trace go on. */
export class OpenAiClient implements ProviderClient {
  readonly guard: SecretGuard;
  readonly errorGuard: SecretGuard;
  private readonly pool: ConnectionPool;
  private readonly head: string;

  /** Throws a TypeError where a header, or the credential, holds what no header may. */
  constructor({ pool, baseUrl, apiKey, headers }: OpenAiEndpoint) {
    const secret = apiKey?.trim();
    const own = secret === undefined ? [] : [secret];
    const sent = [...Object.entries(headers), ...baseUrl.searchParams];
    const credentials = sent.filter(([name]) => CREDENTIAL.test(name));
    this.guard = new SecretGuard([...own, ...valuesOf(credentials)]);
    const known = sent.filter(([name]) => !PLAIN_HEADER.test(name));
    this.errorGuard = new SecretGuard([...own, ...valuesOf(known)], SHORTEST_IN_ERRORS);
    this.pool = pool;
    const path = baseUrl.pathname.replace(/\/+$/, '');
    this.head =
      `POST ${path}/chat/completions${baseUrl.search} HTTP/1.1\r\n` +
      headerLines({
        ...OWN_HEADERS,
        ...lowerCased(headers),
        host: baseUrl.host,
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
      });
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    const { body, requestId, trace, timeoutMs } = request;
    const head = `${this.head}x-request-id: ${requestId}\r\n${trace}content-length: ${body.length}\r\n\r\n`;
    return this.pool.send({ head, body, timeoutMs }, receiver);
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
