import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';

/** How a client reaches an API server, and as whom. */
export interface Connection {
  readonly url: string;
  /** PEM of the authority that signed the server's certificate. */
  readonly ca: string;
  readonly token: string;
}

export interface Call {
  readonly body?: unknown;
  /** Of a patch: `application/apply-patch+yaml`, `application/merge-patch+json`, … */
  readonly contentType?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly accept?: string;
  readonly signal?: AbortSignal;
}

/** What the server answered, whatever it was. */
export interface Answer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown;
}

/** The server answered with a refusal where the test meant it to succeed. The message has its words. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(what: string, answer: Pick<Answer, 'status' | 'body'>) {
    super(`${what}: ${answer.status} ${messageOf(answer.body)}`);
    this.status = answer.status;
  }
}

/** A Kubernetes object, as far as tests look at any of them. */
export interface ApiObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly managedFields?: readonly { readonly manager: string }[];
  };
  readonly [field: string]: unknown;
}

/** The Kubernetes API as it is on the wire: no retries, no cache, refusals are answers. One connection pool; close it. */
export class ApiClient {
  private readonly connection: Connection;
  private readonly agent: Agent;

  constructor(connection: Connection) {
    this.connection = connection;
    this.agent = new Agent({ connect: { ca: connection.ca } });
  }

  async call(method: Dispatcher.HttpMethod, path: string, call: Call = {}): Promise<Answer> {
    const { statusCode, headers, body } = await this.send(method, path, call);
    const text = await body.text();
    return { status: statusCode, headers, body: parsed(text) };
  }

  /** The body of a success. Throws Refused where it is none. */
  async ok<T = ApiObject>(
    method: Dispatcher.HttpMethod,
    path: string,
    call: Call = {},
  ): Promise<T> {
    const answer = await this.call(method, path, call);
    if (answer.status >= 300) throw new Refused(`${method} ${path}`, answer);
    return answer.body as T;
  }

  /** The raw bytes of an answer as they come, for watches. Throws Refused where there is none. */
  async stream(path: string, call: Call = {}): Promise<Readable> {
    const { statusCode: status, body } = await this.send('GET', path, call);
    if (status >= 300) throw new Refused(path, { status, body: parsed(await body.text()) });
    return body;
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async send(method: Dispatcher.HttpMethod, path: string, call: Call) {
    const { url, token } = this.connection;
    const { query, body, contentType = 'application/json', accept, signal } = call;
    return await request(`${url}${path}`, {
      method,
      dispatcher: this.agent,
      ...(query ? { query } : {}),
      ...(signal ? { signal } : {}),
      headers: {
        authorization: `Bearer ${token}`,
        accept: accept ?? 'application/json',
        ...(body === undefined ? {} : { 'content-type': contentType }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

function parsed(text: string): unknown {
  return text.startsWith('{') ? (JSON.parse(text) as unknown) : text;
}

/** The `message` of a Status, or the body itself. */
export function messageOf(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'message' in body) return String(body.message);
  return typeof body === 'string' ? body : JSON.stringify(body);
}
