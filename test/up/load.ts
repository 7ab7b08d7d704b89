import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';

export interface Answered {
  readonly status: number;
  readonly model: string | undefined;
  /** When the request went out and when its answer was there, ms of performance.now(). */
  readonly sentAt: number;
  readonly doneAt: number;
  readonly requestId: string;
}

/** A steady load of chat requests on one gateway: `perSecond` of them whatever the answers do, as real callers are. */
export class Load {
  readonly answered: Answered[] = [];
  /** What never got an answer, with the error's message. */
  readonly lost: string[] = [];
  sent = 0;
  private readonly agent = new Agent({ connections: 256 });
  private readonly running = new Set<Promise<void>>();
  private readonly options: {
    readonly url: string;
    readonly key: string;
    readonly perSecond: number;
    readonly body: Readonly<Record<string, unknown>>;
    readonly headers?: Readonly<Record<string, string>>;
  };
  private stopping = false;
  private loop: Promise<void> | undefined;

  constructor(options: Load['options']) {
    this.options = options;
  }

  start(): this {
    this.loop = this.run();
    return this;
  }

  /** Sends no more, and waits for what is under way. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.loop;
    await Promise.all(this.running);
    await this.agent.destroy();
  }

  private async run(): Promise<void> {
    const startedAt = performance.now();
    while (!this.stopping) {
      const due = ((performance.now() - startedAt) / 1000) * this.options.perSecond;
      while (this.sent < due) this.send();
      await delay(2);
    }
  }

  private send(): void {
    const requestId = `load-${this.sent}`;
    this.sent += 1;
    const work = this.ask(requestId).catch((error: unknown) => {
      this.lost.push(error instanceof Error ? error.message : String(error));
    });
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  private async ask(requestId: string): Promise<void> {
    const { url, key, body, headers } = this.options;
    const sentAt = performance.now();
    const answer = await request(`${url}/v1/chat/completions`, {
      method: 'POST',
      dispatcher: this.agent,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'x-request-id': requestId,
        ...headers,
      },
      body: JSON.stringify(body),
    });
    await answer.body.dump();
    this.answered.push({
      status: answer.statusCode,
      model: answer.headers['x-aicp-model']?.toString(),
      sentAt,
      doneAt: performance.now(),
      requestId,
    });
  }
}

/** The value below which `share` (0 to 1) of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
