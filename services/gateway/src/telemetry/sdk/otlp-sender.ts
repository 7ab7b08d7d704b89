import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { backoffMs } from '@aicp/common/time/backoff';
import { pause, type Clock } from '@aicp/common/time/clock';
import type { Collector } from '../settings/telemetry-settings.ts';

/** Answers by which a collector asks for another try, as OTLP has them. */
const RETRYABLE = new Set([429, 502, 503, 504]);
const BACKOFF_BASE_MS = 1000;
const BACKOFF_MOST_MS = 5000;
const MOST_ANSWER_BYTES = 65_536;

/** What a collector said of an export: its answer, or why it did not take it. */
export type Sent =
  { readonly answer: Buffer } | { readonly problem: string; readonly isWorthRetrying: boolean };

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** Posts exports to one collector, each again for as long as it has time, and never longer. */
export class OtlpSender {
  private readonly collector: Collector;
  private readonly clock: Clock;
  private readonly random: () => number;
  private readonly agent: HttpAgent | HttpsAgent;
  private readonly isTls: boolean;
  private readonly closing = new AbortController();

  /** `ca` is the certificate of the collector's CA, where it is not a public one. */
  constructor(options: {
    collector: Collector;
    ca: string | undefined;
    clock: Clock;
    random: () => number;
  }) {
    const { collector, ca } = options;
    this.collector = collector;
    this.clock = options.clock;
    this.random = options.random;
    this.isTls = collector.url.protocol === 'https:';
    this.agent = this.isTls
      ? new HttpsAgent({ keepAlive: true, ...(ca !== undefined && { ca }) })
      : new HttpAgent({ keepAlive: true });
  }

  /** Never rejects. */
  async send(body: Uint8Array): Promise<Sent> {
    const { clock, random } = this;
    const until = clock.monotonic() + this.collector.timeoutMs;
    for (let attempt = 0; ; attempt += 1) {
      const sent = await this.try(body, until - clock.monotonic());
      if ('answer' in sent || !sent.isWorthRetrying) return sent;
      const wait = backoffMs({ attempt, baseMs: BACKOFF_BASE_MS, maxMs: BACKOFF_MOST_MS, random });
      const isOver = this.closing.signal.aborted || clock.monotonic() + wait >= until;
      if (isOver || !(await pause(clock, wait, this.closing.signal))) return sent;
    }
  }

  /** Ends what is under way; what is sent from now on fails at once. */
  close(): void {
    this.closing.abort(new Error('the gateway stops'));
    this.agent.destroy();
  }

  private async try(body: Uint8Array, withinMs: number): Promise<Sent> {
    try {
      const { status, body: answer } = await this.post(body, withinMs);
      if (status >= 200 && status < 300) return { answer };
      const isWorthRetrying = RETRYABLE.has(status);
      return { problem: `the collector answered ${status}`, isWorthRetrying };
    } catch (error) {
      return { problem: String(error), isWorthRetrying: true };
    }
  }

  private post(body: Uint8Array, withinMs: number): Promise<Answer> {
    const { url, headers } = this.collector;
    const send = this.isTls ? httpsRequest : httpRequest;
    const time = AbortSignal.timeout(Math.max(1, Math.ceil(withinMs)));
    return new Promise((resolve, reject) => {
      const request = send(url, {
        method: 'POST',
        agent: this.agent,
        signal: AbortSignal.any([time, this.closing.signal]),
        headers: {
          ...headers,
          'content-type': 'application/x-protobuf',
          'content-length': body.length,
        },
      });
      request.once('error', reject);
      request.once('response', (response) => {
        read(response).then(resolve, reject);
      });
      request.end(body);
    });
  }
}

async function read(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MOST_ANSWER_BYTES) chunks.push(chunk);
  }
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks) };
}
