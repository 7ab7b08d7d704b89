import type { Clock } from '@aicp/common/time/clock';
import { makeAssertion, type Delegator, type Use } from '@aicp/contracts/delegation/assertion';
import { Agent, request, type Dispatcher } from 'undici';

/** An answer that is longer is an error, bytes. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const CONNECT_MS = 10_000;

/** One request of a step. */
export interface GatewayRequest {
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whom it is sent for. */
  readonly delegator: Delegator;
  readonly executionId: string;
  /** Of the step, as its template calls it. */
  readonly step: string;
  readonly use: Use;
  /** Ends it at once, and with it what the gateway asked of a provider. */
  readonly signal: AbortSignal;
}

export interface GatewayAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface GatewayClientOptions {
  readonly url: string;
  /** What `AICP_WORKFLOW_KEY_FILE` of the gateway holds. */
  readonly secret: () => string;
  /** PEM; undefined: certificates of public authorities are taken. */
  readonly ca?: (() => string) | undefined;
  readonly clock: Pick<Clock, 'now'>;
}

/** Asks the gateway for steps, each time with a credential for that one request. */
export class GatewayClient {
  private readonly options: GatewayClientOptions;
  private readonly dispatcher: Dispatcher;

  constructor(options: GatewayClientOptions) {
    this.options = options;
    const { ca } = options;
    // Steps bound their time themselves: an answer of a model may take minutes.
    this.dispatcher = new Agent({
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: CONNECT_MS, ...(ca ? { ca: ca() } : {}) },
    });
  }

  /** Rejects where there is no whole answer. */
  async send(asked: GatewayRequest): Promise<GatewayAnswer> {
    const { secret, clock, url } = this.options;
    const { executionId: id, step, use, signal } = asked;
    const credential = makeAssertion(asked.delegator, {
      secret: secret(),
      nowMs: clock.now(),
      execution: { id, step, use },
    });
    const answer = await request(url + asked.path, {
      method: 'POST',
      dispatcher: this.dispatcher,
      headers: {
        accept: 'application/json',
        ...asked.headers,
        authorization: `Bearer ${credential}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(asked.body),
      signal,
    });
    const text = await bounded(answer.body);
    return { status: answer.statusCode, headers: answer.headers, text };
  }

  async close(): Promise<void> {
    await this.dispatcher.destroy();
  }
}

async function bounded(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new Error('the answer is longer than 8 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
