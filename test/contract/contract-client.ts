import { randomBytes } from 'node:crypto';
import { type Interface, createInterface } from 'node:readline';
import { Agent, type Dispatcher, request } from 'undici';

/** A server that the suite runs against: the embedded API, or a real kube-apiserver with our CRDs installed. */
export interface ContractServer {
  readonly url: string;
  /** PEM */
  readonly ca: string;
  /** A bearer token that may do everything. */
  readonly token: string;
  /** A kubeconfig file for the same user. */
  readonly kubeconfigPath: string;
  /** Ends the server as kill -9 would and starts it again on the same data and port. Absent: cases that need it are left out. */
  readonly restart?: () => Promise<void>;
}

export interface Metadata {
  name: string;
  namespace?: string;
  generateName?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: object[];
  managedFields?: ManagedFields[];
  continue?: string;
  remainingItemCount?: number;
}

export interface ManagedFields {
  manager: string;
  operation: string;
  apiVersion: string;
  time: string;
  fieldsType: string;
  fieldsV1: Record<string, unknown>;
  subresource?: string;
}

export interface Cause {
  reason: string;
  message: string;
  field: string;
}

/** Any answer of the API: an object, a list, a table, a Status. Tests read what they expect to be there. */
export interface Body {
  apiVersion: string;
  kind: string;
  metadata: Metadata;
  spec: Record<string, unknown>;
  status: Record<string, unknown>;
  data: Record<string, string>;
  type: string;
  items: Body[];
  message: string;
  reason: string;
  code: number;
  details: { name: string; group: string; kind: string; uid: string; causes: Cause[] };
  columnDefinitions: { name: string; type: string; priority: number }[];
  rows: { cells: unknown[]; object: Body | null }[];
}

export interface Answer {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
  readonly headers: Dispatcher.ResponseData['headers'];
  /** Texts of the Warning headers. */
  readonly warnings: string[];
}

export interface Call {
  /** An object is sent as JSON, a string as it is. */
  readonly body?: object | string;
  readonly type?: string;
  readonly accept?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Another Authorization header; '' sends none. */
  readonly authorization?: string;
  readonly userAgent?: string;
}

export interface WatchEvent {
  readonly type: string;
  readonly object: Body;
}

export const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
export const MERGE = 'application/merge-patch+json';
export const JSON_PATCH = 'application/json-patch+json';
export const STRATEGIC = 'application/strategic-merge-patch+json';
export const APPLY = 'application/apply-patch+yaml';

const EVENT_DEADLINE_MS = 10_000;

const isJson = (text: string): boolean => text.startsWith('{');

function warningsOf(headers: Dispatcher.ResponseData['headers']): string[] {
  const all = [headers['warning'] ?? []].flat().join(', ');
  return [...all.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text]) =>
    (text ?? '').replaceAll('\\"', '"'),
  );
}

/** The API as it is on the wire. One connection pool; close it. */
export class ContractClient {
  readonly #server: ContractServer;
  readonly #agent: Agent;

  constructor(server: ContractServer) {
    this.#server = server;
    this.#agent = new Agent({ connect: { ca: server.ca } });
  }

  async call(method: Dispatcher.HttpMethod, path: string, call: Call = {}): Promise<Answer> {
    const response = await this.#send(method, path, call);
    const text = await response.body.text();
    const body = (isJson(text) ? JSON.parse(text) : {}) as Body;
    const { statusCode: status, headers } = response;
    return { status, body, text, headers, warnings: warningsOf(headers) };
  }

  get(path: string, query: Record<string, string> = {}): Promise<Answer> {
    return this.call('GET', path, { query });
  }

  post(path: string, body: object, query: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', path, { body, query });
  }

  put(path: string, body: object, query: Record<string, string> = {}): Promise<Answer> {
    return this.call('PUT', path, { body, query });
  }

  patch(path: string, type: string, body: object, query: Record<string, string> = {}) {
    return this.call('PATCH', path, { body, type, query });
  }

  delete(path: string, body?: object, query: Record<string, string> = {}): Promise<Answer> {
    return this.call('DELETE', path, { query, ...(body ? { body } : {}) });
  }

  /** Server-side apply. */
  apply(path: string, manager: string, body: object, query: Record<string, string> = {}) {
    return this.patch(path, APPLY, body, { fieldManager: manager, ...query });
  }

  /** Makes a namespace with a name of its own. */
  async newNamespace(prefix: string): Promise<string> {
    const name = `${prefix}-${randomBytes(4).toString('hex')}`;
    const answer = await this.post('/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return name;
  }

  /** Opens a watch. */
  async watch(
    path: string,
    query: Record<string, string> = {},
    accept?: string,
  ): Promise<Watching> {
    const response = await this.#send('GET', path, {
      query: { watch: 'true', timeoutSeconds: '30', ...query },
      ...(accept ? { accept } : {}),
    });
    if (response.statusCode !== 200) throw new Error(await response.body.text());
    return new Watching(response.body);
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #send(method: Dispatcher.HttpMethod, path: string, call: Call) {
    const { body, type = 'application/json', accept = 'application/json', query = {} } = call;
    const { authorization = `Bearer ${this.#server.token}`, userAgent = 'contract/1.0' } = call;
    return request(`${this.#server.url}${path}`, {
      method,
      dispatcher: this.#agent,
      ...(Object.keys(query).length > 0 ? { query } : {}),
      headers: Object.fromEntries(
        [
          ['accept', accept],
          ['user-agent', userAgent],
          ['authorization', authorization],
          ['content-type', body === undefined ? '' : type],
        ].filter(([, value]) => value !== ''),
      ) as Record<string, string>,
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }
}

/** An open watch. */
export class Watching {
  readonly #stream: Dispatcher.ResponseData['body'];
  readonly #lines: Interface;
  readonly #events: AsyncIterator<string>;

  constructor(stream: Dispatcher.ResponseData['body']) {
    this.#stream = stream;
    stream.on('error', () => undefined);
    this.#lines = createInterface({ input: stream });
    this.#events = this.#lines[Symbol.asyncIterator]();
  }

  /** The next event; undefined where the stream has ended. Rejects when none comes in ten seconds. */
  async next(): Promise<WatchEvent | undefined> {
    const late = AbortSignal.timeout(EVENT_DEADLINE_MS);
    const failure = new Promise<never>((_, reject) => {
      late.addEventListener('abort', () => {
        reject(new Error('no event came in time'));
      });
    });
    const line = await Promise.race([this.#events.next(), failure]);
    return line.done ? undefined : (JSON.parse(line.value) as WatchEvent);
  }

  /** The next `count` events. */
  async take(count: number): Promise<WatchEvent[]> {
    const events: WatchEvent[] = [];
    while (events.length < count) {
      const event = await this.next();
      if (!event) throw new Error(`the stream ended after ${events.length} events`);
      events.push(event);
    }
    return events;
  }

  close(): void {
    this.#lines.close();
    this.#stream.destroy();
  }
}

/** `ADDED a` … of events, for short comparisons. */
export const summary = (events: readonly WatchEvent[]): string[] =>
  events.map(({ type, object }) => `${type} ${object.metadata.name}`);
