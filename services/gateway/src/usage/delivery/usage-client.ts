import { Agent, request } from 'undici';
import { USAGE_PATH, usageAnswer, type UsageAnswer } from '@aicp/contracts/usage/usage-batch';

/** The budget service, as a gateway delivers to it. */
export interface UsageTarget {
  readonly url: string;
  /** The token that it knows us by; read for every batch. */
  readonly token: () => Promise<string>;
  /** Of its certificate, PEM, where that is not a public one. */
  readonly ca?: string | undefined;
}

/** A batch was answered with something else than what became of it. */
export class UsageRefused extends Error {
  override readonly name = 'UsageRefused';
  readonly status: number;
  /** Seconds that it asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(status: number, text: string, retryAfter: number | undefined) {
    super(`the budget service answered ${status}: ${text.slice(0, 300)}`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

const TIMEOUT_MS = 15_000;
const LONGEST_ANSWER = 4_194_304;
const SECONDS = /^[0-9]{1,6}$/;

/** Delivers batches of facts to the budget service. Owns its connections; `close` ends them. */
export class UsageClient {
  private readonly agent: Agent;
  private readonly target: UsageTarget;
  private readonly url: URL;

  constructor(target: UsageTarget) {
    this.target = target;
    this.url = new URL(USAGE_PATH, target.url);
    this.agent = new Agent({
      connect: target.ca === undefined ? {} : { ca: target.ca },
      maxResponseSize: LONGEST_ANSWER,
    });
  }

  /** Rejects with a UsageRefused where the batch was not taken, and with another error where nobody says what became of it. */
  async send(body: string, signal: AbortSignal): Promise<UsageAnswer> {
    const answer = await request(this.url, {
      method: 'POST',
      dispatcher: this.agent,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await this.target.token()}`,
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (answer.statusCode === 200) return usageAnswer.parse(await answer.body.json());
    const after = answer.headers['retry-after'];
    const retryAfter = typeof after === 'string' && SECONDS.test(after) ? Number(after) : undefined;
    throw new UsageRefused(answer.statusCode, await answer.body.text(), retryAfter);
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}
