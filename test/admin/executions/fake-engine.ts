import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { workflowEngine, type WorkflowEngine } from '@aicp/admin/executions/workflow-engine';
import { systemClock } from '@aicp/common/time/clock';
import {
  DECISION_HEADER,
  DECISIONS_PATH,
  type DecisionRecord,
} from '@aicp/contracts/workflows/decision-record';
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

/** A decision for the step `review` of the execution. */
export const decisionOf = (more: Partial<DecisionRecord> = {}): DecisionRecord => ({
  ...{ id: randomUUID(), at: '2026-11-26T10:00:00.000Z', execution: EXECUTION.id, step: 'review' },
  action: 'signal',
  ...{ approved: true, comment: null, user: 'ann', key: null, organization: 'acme' },
  ...{ organizationUid: null, ip: '192.0.2.1', requestId: 'r-1' },
  ...more,
});

/** A workflow engine of one execution, `e-1`, which takes credentials as the real one does. */
export class FakeEngine implements AsyncDisposable {
  readonly taken: Taken[] = [];
  /** What people decided, and nobody has taken over. */
  decisions: DecisionRecord[] = [];
  /** Whether it forgets those of which it is told that they were taken; false: it ends before it has. */
  isForgetful = true;
  /** How often it was asked for them. */
  lists = 0;
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
    const isForAudit = url === DECISIONS_PATH;
    const assertion = this.assertionIn(headers, isForAudit);
    if (!assertion) {
      problem(response, 401, 'Send a key.');
      return;
    }
    if (isForAudit) {
      this.audit(response, body);
      return;
    }
    this.taken.push({ method, path: url, headers, body, assertion });
    const given = this.next;
    this.next = undefined;
    if (given) answer(response, given.status, given.body);
    else this.answer(response, { method, url });
  }

  private assertionIn(
    { authorization = '' }: IncomingMessage['headers'],
    isForAudit: boolean,
  ): Assertion | undefined {
    const credential = /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
    const audience = isForAudit ? 'aicp-workflow-decisions' : 'aicp-workflow';
    return readAssertion(credential, { secret: this.secret, nowMs: Date.now(), audience });
  }

  private answer(response: ServerResponse, { method, url }: { method: string; url: string }): void {
    const { pathname, searchParams } = new URL(url, 'http://engine');
    const [, id, verb] = /^\/api\/v1\/executions(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(pathname) ?? [];
    if (id !== undefined && id !== EXECUTION.id) problem(response, 404, `There is no "${id}".`);
    else if (verb === 'events') this.stream(response);
    else if (verb === 'signal') this.decide(response);
    else if (id !== undefined) answer(response, 200, { ...EXECUTION, steps: [] });
    else if (method === 'POST') answer(response, 201, EXECUTION);
    else list(response, searchParams.get('cursor') === null);
  }

  /** As the real one: with the id of the decision, of which it tells until it stands in the audit log. */
  private decide(response: ServerResponse): void {
    const decision = decisionOf({ user: 'whoever it was' });
    this.decisions.push(decision);
    response.setHeader(DECISION_HEADER, decision.id);
    answer(response, 200, { ...EXECUTION, steps: [] });
  }

  private audit(response: ServerResponse, body: unknown): void {
    if (body === undefined) this.lists += 1;
    const { ids = [] } = (body ?? {}) as { ids?: string[] };
    if (this.isForgetful) this.decisions = this.decisions.filter(({ id }) => !ids.includes(id));
    answer(response, 200, body === undefined ? { decisions: this.decisions } : {});
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
  response.setHeader('x-total-count', '2');
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
  askForAudit: () => Promise.resolve(answered(200, JSON.stringify({ decisions: [] }))),
  ask: ({ path }) => {
    const isList = path.startsWith('/api/v1/executions?');
    const said = isList ? '[]' : JSON.stringify({ detail: 'There is no such execution.' });
    return Promise.resolve(answered(isList ? 200 : 404, said));
  },
};

const answered = (statusCode: number, said: string): IncomingMessage =>
  Object.assign(Readable.from([said]), { statusCode, headers: {} }) as unknown as IncomingMessage;
