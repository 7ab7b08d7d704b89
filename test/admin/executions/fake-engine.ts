import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { workflowEngine, type WorkflowEngine } from '@aicp/admin/executions/workflow-engine';
import { systemClock } from '@aicp/common/time/clock';
import { readAssertion, type Assertion } from '@aicp/contracts/delegation/assertion';

/** A request as the engine took it. */
export interface Taken {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
  readonly assertion: Assertion;
}

const SECRET = 'a secret of the admin service and the engine';

const EXECUTION = {
  id: 'e-1',
  execution_id: 'e-1',
  template: 'research',
  status: 'running',
  created_at: '2026-11-26T10:00:00.000Z',
};

/** A workflow engine of one execution, `e-1`, which takes credentials as the real one does. */
export class FakeEngine implements AsyncDisposable {
  readonly taken: Taken[] = [];
  /** Of those that ask for the stream: how many are connected now. */
  streams = 0;
  /** What is answered to the next request in place of the usual. */
  next: { readonly status: number; readonly body: object | string } | undefined;
  private readonly server: Server;
  private readonly secret: string;

  private constructor(secret: string) {
    this.secret = secret;
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  static async start({ secret = SECRET }: { secret?: string } = {}): Promise<FakeEngine> {
    const engine = new FakeEngine(secret);
    await new Promise<void>((resolve) => {
      engine.server.listen(0, '127.0.0.1', resolve);
    });
    return engine;
  }

  /** As an admin service reaches it. */
  get client(): WorkflowEngine {
    const { port } = this.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return workflowEngine({ url, secret: () => SECRET, clock: systemClock });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const body = Number(headers['content-length'] ?? 0) > 0 ? await json(request) : undefined;
    const credential = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const reading = { secret: this.secret, nowMs: Date.now(), audience: 'aicp-workflow' } as const;
    const assertion = readAssertion(credential, reading);
    if (!assertion) {
      problem(response, 401, 'Send a key.');
      return;
    }
    this.taken.push({ method, path: url, headers, body, assertion });
    const given = this.next;
    this.next = undefined;
    if (given) answer(response, given.status, given.body);
    else this.answer(response, { method, url });
  }

  private answer(response: ServerResponse, { method, url }: { method: string; url: string }): void {
    const { pathname, searchParams } = new URL(url, 'http://engine');
    const [, id, verb] = /^\/api\/v1\/executions(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(pathname) ?? [];
    if (id !== undefined && id !== EXECUTION.id) problem(response, 404, `There is no "${id}".`);
    else if (verb === 'events') this.stream(response);
    else if (id !== undefined) answer(response, 200, { ...EXECUTION, steps: [] });
    else if (method === 'POST') answer(response, 201, EXECUTION);
    else list(response, searchParams.get('cursor') === null);
  }

  private stream(response: ServerResponse): void {
    this.streams += 1;
    response.on('close', () => {
      this.streams -= 1;
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('id: 1\nevent: step\ndata: {"id":"plan","status":"running"}\n\n');
  }
}

function list(response: ServerResponse, hasNext: boolean): void {
  if (hasNext) response.setHeader('link', '</api/v1/executions?cursor=two>; rel="next"');
  answer(response, 200, [EXECUTION]);
}

const problem = (response: ServerResponse, status: number, detail: string): void => {
  answer(response, status, { status, detail });
};

function answer(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** An engine that executes nothing, and needs no port. */
export const IDLE_ENGINE: WorkflowEngine = {
  ask: ({ path }) => {
    const isList = path.startsWith('/api/v1/executions?');
    const said = isList ? '[]' : JSON.stringify({ detail: 'There is no such execution.' });
    const head = { statusCode: isList ? 200 : 404, headers: {} };
    return Promise.resolve(
      Object.assign(Readable.from([said]), head) as unknown as IncomingMessage,
    );
  },
};
