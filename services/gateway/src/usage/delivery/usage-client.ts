import { USAGE_PATH, usageAnswer, type UsageAnswer } from '@aicp/contracts/usage/usage-batch';
import { BudgetPost, saidBy, type BudgetAnswer, type DeliverySettings } from './budget-post.ts';

/** A batch was answered with something else than what became of it. */
export class UsageRefused extends Error {
  override readonly name = 'UsageRefused';
  readonly status: number;
  /** Seconds that it asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(answer: BudgetAnswer) {
    super(saidBy(answer));
    const after = answer.headers['retry-after'];
    this.status = answer.status;
    this.retryAfter = typeof after === 'string' && SECONDS.test(after) ? Number(after) : undefined;
  }
}

const TIMEOUT_MS = 15_000;
const SECONDS = /^[0-9]{1,6}$/;

/** Delivers batches of facts to the budget service. Owns its connections; `close` ends them. */
export class UsageClient {
  private readonly post: BudgetPost;

  /** Throws the system's error where the CA's file cannot be read. */
  constructor(settings: DeliverySettings) {
    this.post = new BudgetPost(settings, { path: USAGE_PATH, timeoutMs: TIMEOUT_MS });
  }

  /** Rejects with a UsageRefused where the batch was not taken, and with another error where nobody says what became of it. */
  async send(body: string, signal: AbortSignal): Promise<UsageAnswer> {
    const answer = await this.post.send(body, signal);
    if (answer.status !== 200) throw new UsageRefused(answer);
    return usageAnswer.parse(JSON.parse(answer.text));
  }

  async close(): Promise<void> {
    await this.post.close();
  }
}
