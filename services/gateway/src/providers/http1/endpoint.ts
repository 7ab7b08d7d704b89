import type { WebSocket } from 'ws';
import type {
  ResourceRequest,
  SessionRequest,
  UpstreamCall,
  UpstreamReceiver,
  UpstreamRequest,
} from '../upstream/provider-client.ts';
import { openWebSocket } from '../websocket/open-websocket.ts';
import { SecretGuard, SHORTEST_IN_ERRORS } from '../upstream/secret-guard.ts';
import type { RequestPool } from './wire-call.ts';
import { PreparedCall } from './prepared-call.ts';

/** Where a provider is, and what is sent there with every request. */
export interface EndpointOptions {
  readonly pool: RequestPool;
  /** With the version: `https://api.openai.com/v1`. */
  readonly baseUrl: URL;
  readonly apiKey: string | undefined;
  /** Further secrets that are sent to somebody else, and that no answer may hold; absent: none. */
  readonly secrets?: readonly string[] | undefined;
  /** Added to every request, but for those that belong to a connection. They may replace ours, but not the credential that we were given. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How a type of provider is spoken to. */
export interface Manner {
  /** The headers that carry the API key. */
  readonly credential: (apiKey: string) => Readonly<Record<string, string>>;
  /** Makes headers that a request has for itself alone, such as its signature; absent: there are none. */
  readonly authorize?: (call: PlannedCall) => Promise<Readonly<Record<string, string>>>;
}

/** A request that is about to be sent. */
export interface PlannedCall {
  readonly url: URL;
  /** In lower case, `host` among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What is posted, and where. */
export interface Posting {
  /** Below the address, with its query where it has one: `/chat/completions`. It is sent as it is. */
  readonly path: string;
  /** In the place of the client's. */
  readonly body: Buffer;
  /** Beside those that every request has, and in the place of those of the same name. In lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
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
const FRAMING = new Set([
  ...['content-length', 'transfer-encoding', 'connection', 'upgrade', 'expect'],
  ...['te', 'trailer', 'keep-alive', 'proxy-connection', 'http2-settings'],
]);

/** Anything else would end the line of the request. */
const TARGET = /^\/[\x21-\x7e]*$/;
const NO_BODY = Buffer.alloc(0);

/** Heads that are kept, one for each path. */
const MOST_HEADS = 256;

/**
 * An address that takes requests. Of the client's request only the request id and the trace go on, the headers that belong to its API,
 * and the body that is given.
 */
export class Endpoint {
  /** Takes credentials out of answers. */
  readonly guard: SecretGuard;
  /** Takes out of errors what is sent with every request. */
  readonly errorGuard: SecretGuard;
  private readonly pool: RequestPool;
  /** What the guards know: for answers, and for errors. */
  private readonly known: {
    readonly answers: readonly string[];
    readonly errors: readonly string[];
  };
  private readonly address: URL;
  private readonly authorize: Manner['authorize'];
  private readonly headers: Readonly<Record<string, string>>;
  private readonly heads = new Map<string, string>();

  /** Throws a TypeError where a header, or the credential, holds what no header may. */
  constructor({ pool, baseUrl, apiKey, headers, secrets = [] }: EndpointOptions, manner: Manner) {
    const secret = apiKey?.trim();
    const own = secret === undefined ? secrets : [secret, ...secrets];
    const sent = [...Object.entries(headers), ...baseUrl.searchParams];
    const credentials = sent.filter(([name]) => CREDENTIAL.test(name));
    const told = sent.filter(([name]) => !PLAIN_HEADER.test(name));
    this.known = {
      answers: [...own, ...valuesOf(credentials)],
      errors: [...own, ...valuesOf(told)],
    };
    ({ guard: this.guard, errorGuard: this.errorGuard } = this.guardsKnowing([]));
    this.pool = pool;
    this.address = baseUrl;
    this.authorize = manner.authorize;
    this.headers = {
      ...OWN_HEADERS,
      ...unframed(headers),
      host: baseUrl.host,
      ...(secret === undefined ? {} : manner.credential(secret)),
    };
    headerLines(this.headers);
  }

  /** Guards that know further secrets: tokens that requests carry for themselves. */
  guardsKnowing(secrets: readonly string[]): Pick<Endpoint, 'guard' | 'errorGuard'> {
    const { answers, errors } = this.known;
    return {
      guard: new SecretGuard([...answers, ...secrets]),
      errorGuard: new SecretGuard([...errors, ...secrets], SHORTEST_IN_ERRORS),
    };
  }

  /** Posts a body in the place of the client's. */
  post(request: UpstreamRequest, posting: Posting, receiver: UpstreamReceiver): UpstreamCall {
    const { authorize } = this;
    if (!authorize) return this.send(request, { posting, lines: linesOf(posting) }, receiver);
    const headers = { ...this.headers, ...posting.headers };
    const url = new URL(`${this.address.origin}${this.targetOf(posting.path)}`);
    return new PreparedCall(receiver, async () => {
      const added = await authorize({ url, headers, body: posting.body });
      const own = { ...posting.headers, ...added };
      const sent = { posting: { ...posting, headers: own }, lines: headerLines(own) };
      return (over) => this.send(request, sent, over);
    });
  }

  /** Sends a request about something that lives there. Throws a TypeError where requests are signed, or their content type cannot be sent. */
  askFor(request: ResourceRequest, receiver: UpstreamReceiver): UpstreamCall {
    const { method, path, body, connectTimeoutMs, timeoutMs } = request;
    if (this.authorize) throw new TypeError('requests for what lives there are not signed');
    if (!TARGET.test(path)) throw new TypeError('no request can be sent to such a path');
    const lines = headerLines(this.headersOf(request));
    const length = body || method === 'POST' ? `content-length: ${body?.length ?? 0}\r\n` : '';
    const head = `${this.startLine(path, method)}${lines}x-request-id: ${request.requestId}\r\n${request.trace}${length}\r\n`;
    return this.pool.send({ head, body: body ?? NO_BODY, connectTimeoutMs, timeoutMs }, receiver);
  }

  /** Opens a WebSocket to a path below the address. */
  async openSession(request: SessionRequest, path: string): Promise<WebSocket> {
    const { 'content-type': _type, 'accept-encoding': _encoding, ...headers } = this.headers;
    const { passed, requestId, connectTimeoutMs: timeoutMs, signal, clock } = request;
    return await openWebSocket({
      target: this.targetOf(path),
      headers: { ...passed, ...headers, ...request.trace, 'x-request-id': requestId },
      dial: (listener) => this.pool.dialSocket(timeoutMs, listener),
      ...{ timeoutMs, signal, clock },
    });
  }

  /** Takes these out of answers and errors as well: tokens that `authorize` sends. */
  hide(secrets: readonly string[]): void {
    this.guard.learn(secrets);
    this.errorGuard.learn(secrets);
  }

  private send(
    { requestId, trace, connectTimeoutMs, timeoutMs }: UpstreamRequest,
    { posting, lines }: { posting: Posting; lines: string },
    receiver: UpstreamReceiver,
  ): UpstreamCall {
    const { body, path, headers } = posting;
    const start = headers ? this.headWithout(path, headers) : this.headFor(path);
    const head = `${start}${lines}x-request-id: ${requestId}\r\n${trace}content-length: ${body.length}\r\n\r\n`;
    return this.pool.send({ head, body, connectTimeoutMs, timeoutMs }, receiver);
  }

  private headersOf({ body, contentType }: ResourceRequest): Readonly<Record<string, string>> {
    const { 'content-type': json = '', ...headers } = this.headers;
    return body ? { ...headers, 'content-type': contentType ?? json } : headers;
  }

  private headFor(path: string): string {
    const known = this.heads.get(path);
    if (known !== undefined) return known;
    const head = this.startLine(path) + headerLines(this.headers);
    if (this.heads.size >= MOST_HEADS) this.heads.clear();
    this.heads.set(path, head);
    return head;
  }

  private headWithout(path: string, replaced: Readonly<Record<string, string>>): string {
    const kept = Object.entries(this.headers).filter(([name]) => !Object.hasOwn(replaced, name));
    return this.startLine(path) + headerLines(Object.fromEntries(kept));
  }

  private startLine(path: string, method = 'POST'): string {
    return `${method} ${this.targetOf(path)} HTTP/1.1\r\n`;
  }

  /** The path with the query of the address and its own. */
  private targetOf(path: string): string {
    const { pathname, search } = this.address;
    const [below = '', query] = path.split('?');
    const joined = query === undefined ? search : search + (search === '' ? '?' : '&') + query;
    return `${pathname.replace(/\/+$/, '')}${below}${joined}`;
  }
}

const linesOf = ({ headers }: Posting): string => (headers ? headerLines(headers) : '');

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

/** In lower case, without those that belong to a connection. */
const unframed = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !FRAMING.has(name)),
  );
