import { backoffMs } from '@aicp/common/time/backoff';
import { pause, type Clock } from '@aicp/common/time/clock';
import { makeAssertion, type Delegator, type Use } from '@aicp/contracts/delegation/assertion';
import { Agent, request, type Dispatcher } from 'undici';
import type { Held } from '../store/rows.ts';
import type { GatewayAnswer } from './gateway-answer.ts';
import { isAway, isCutOff, isUnsent } from './away.ts';

/** An answer that is longer is an error, bytes. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const CONNECT_MS = 10_000;
/** So long a gateway may be away, as while it starts again, before a step hears of it. */
const AWAY_MS = 60_000;
const AGAIN = { baseMs: 100, maxMs: 2_000 };

/** One request of a step. */
export interface GatewayRequest {
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whom it is sent for. */
  readonly delegator: Delegator;
  readonly execution: Held;
  /** Of the step, as its template calls it. */
  readonly step: string;
  readonly use: Use;
  /** Ends it at once, and with it what the gateway asked of a provider. */
  readonly signal: AbortSignal;
}

export interface GatewayClientOptions {
  readonly url: string;
  /** What `AICP_WORKFLOW_KEY_FILE` of the gateway holds. */
  readonly secret: () => string;
  /** PEM; undefined: certificates of public authorities are taken. */
  readonly ca?: (() => string) | undefined;
  /** Whether an execution goes on: asked before a request is tried once more, since a cancel may have been answered elsewhere meanwhile. */
  readonly goesOn: (execution: Held) => Promise<boolean>;
  readonly clock: Clock;
  /** [0, 1). */
  readonly random: () => number;
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

  /**
   * Rejects where there is no whole answer. While the gateway takes no connection, or has no configuration yet, nothing that was asked has been done: it is asked again, for a minute. What got
   * lost on its way is not sent again, since it may have been done.
   */
  async send(asked: GatewayRequest): Promise<GatewayAnswer> {
    const { clock, random, goesOn } = this.options;
    const ends = clock.now() + AWAY_MS;
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.sendOnce(asked).catch(unsent);
      const isOver = clock.now() >= ends;
      if (answer instanceof Error) {
        if (isOver) throw answer;
      } else if (isOver || !isAway(answer)) return answer;
      await pause(clock, backoffMs({ attempt, ...AGAIN, random }), asked.signal);
      asked.signal.throwIfAborted();
      if (!(await goesOn(asked.execution))) throw new Error('the execution has ended');
    }
  }

  private async sendOnce(asked: GatewayRequest): Promise<GatewayAnswer> {
    const { secret, clock, url } = this.options;
    const { execution, step, use, signal } = asked;
    const credential = makeAssertion(asked.delegator, {
      secret: secret(),
      nowMs: clock.now(),
      execution: { id: execution.id, step, use },
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

/** An error by which nothing was sent is answered, every other one thrown. */
function unsent(error: unknown): Error {
  if (error instanceof Error && isUnsent(error)) return error;
  throw isCutOff(error) ? new Error(CUT_OFF, { cause: error }) : error;
}

const CUT_OFF =
  'the gateway ended the connection before it answered, and may have done what was asked: a step with `retry` asks again';
