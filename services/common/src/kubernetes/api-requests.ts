import { request, type Dispatcher } from 'undici';
import { kubernetesError } from './errors.ts';

const REQUEST_TIMEOUT_MS = 30_000;

/** One request to a Kubernetes API. */
export interface Call {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds of silence that end the call; 0 for a stream that may be quiet. */
  readonly bodyTimeout?: number;
}

/** Where a Kubernetes API is, and the credentials with which it is asked. */
export interface Connection {
  readonly server: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly dispatcher?: Dispatcher | undefined;
}

/** Requests to a Kubernetes API. Each method rejects with a KubernetesError where the API refuses. */
export class ApiRequests {
  private readonly connect: () => Promise<Connection>;
  private readonly userAgent: string;

  /** `connect` is asked before each request, as tokens and certificates may have been rotated since the last one. */
  constructor(connect: () => Promise<Connection>, userAgent: string) {
    this.connect = connect;
    this.userAgent = userAgent;
  }

  /** The parsed answer. */
  async json(call: Call): Promise<unknown> {
    const answer = await this.send(call);
    return await answer.body.json();
  }

  async send(call: Call): Promise<Dispatcher.ResponseData> {
    const { server, headers, dispatcher } = await this.connect();
    const answer = await request(urlOf(server, call), {
      method: call.method,
      headers: { ...headers, ...this.headersOf(call) },
      ...(dispatcher ? { dispatcher } : {}),
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      ...(call.signal ? { signal: call.signal } : {}),
      headersTimeout: REQUEST_TIMEOUT_MS,
      bodyTimeout: call.bodyTimeout ?? REQUEST_TIMEOUT_MS,
    });
    if (answer.statusCode < 300) return answer;
    const retryAfter = answer.headers['retry-after'];
    throw kubernetesError({
      status: answer.statusCode,
      body: await answer.body.text(),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    });
  }

  private headersOf({ accept, body, contentType }: Call): Record<string, string> {
    const type = 'application/json';
    return {
      accept: accept ?? type,
      'user-agent': this.userAgent,
      ...(body === undefined ? {} : { 'content-type': contentType ?? type }),
    };
  }
}

function urlOf(server: string, { path, query }: Call): URL {
  const url = new URL(server.replace(/\/$/, '') + path);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}
