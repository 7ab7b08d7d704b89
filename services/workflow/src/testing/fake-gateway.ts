import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { readAssertion, type Assertion } from '@aicp/contracts/delegation/assertion';

/** What steps are signed with here. */
export const GATEWAY_SECRET = 'a secret of the engine and the gateway';

/** A request as the gateway took it. */
export interface Taken {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
  readonly assertion: Assertion;
  /** Its client went before it was answered. */
  isGone: boolean;
}

/** What a request is answered; undefined: not at all, until its client goes. */
export interface Said {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | string;
}
export type Answering = (taken: Taken) => Said | undefined | Promise<Said | undefined>;

/** An answer of a model. */
export const chatSaying = (content: string, costUsd = '0.001'): Said => ({
  headers: { 'x-aicp-cost-usd': costUsd },
  body: {
    model: 'sim-small',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 4, completion_tokens: 6, total_tokens: 10 },
  },
});

/** The last thing that was said to a model. */
export const promptOf = ({ body }: Taken): string =>
  (body['messages'] as readonly { content: string }[]).at(-1)?.content ?? '';

/** A gateway that answers as a test says, and refuses credentials that are not for this very request. */
export class FakeGateway implements AsyncDisposable {
  readonly taken: Taken[] = [];
  answer: Answering;
  private readonly server: Server;

  private constructor(answer: Answering) {
    this.answer = answer;
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  static async start(answer: Answering = (taken) => chatSaying(`<${promptOf(taken)}>`)) {
    const gateway = new FakeGateway(answer);
    await new Promise<void>((resolve) => {
      gateway.server.listen(0, '127.0.0.1', resolve);
    });
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', headers } = request;
    const body = (await json(request)) as Record<string, unknown>;
    const credential = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const assertion = readAssertion(credential, { secret: GATEWAY_SECRET, nowMs: Date.now() });
    if (!assertion?.execution) {
      send(response, { status: 401, body: { error: { message: 'no such key' } } });
      return;
    }
    const taken: Taken = { path: url, headers, body, assertion, isGone: false };
    response.on('close', () => {
      taken.isGone = !response.writableEnded;
    });
    this.taken.push(taken);
    const said = await this.answer(taken);
    if (said) send(response, said);
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Said): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
