import {
  leaseAnswer,
  LEASES_PATH,
  type LeaseAnswer,
  type LeaseCall,
} from '@aicp/contracts/budgets/lease-call';
import { BudgetPost, saidBy, type DeliverySettings } from '../../usage/delivery/budget-post.ts';

/** Requests wait for the answer, and those that are refused without it have room for all that is known: a busy service is waited for. */
const TIMEOUT_MS = 2_000;

/** Calls the budget service for leases. Owns its connections; `close` ends them. */
export class LeaseClient {
  private readonly post: BudgetPost;

  /** Throws the system's error where the CA's file cannot be read. */
  constructor(settings: DeliverySettings) {
    this.post = new BudgetPost(settings, { path: LEASES_PATH, timeoutMs: TIMEOUT_MS });
  }

  /** Rejects where there is no answer in time, or it is none that grants anything. */
  async send(call: LeaseCall): Promise<LeaseAnswer> {
    const said = await this.post.send(JSON.stringify(call));
    if (said.status !== 200) throw new Error(saidBy(said));
    const answer = leaseAnswer.parse(JSON.parse(said.text));
    if (answer.counters.length !== call.counters.length) {
      throw new Error('the budget service answered for other counters than it was asked for');
    }
    return answer;
  }

  async close(): Promise<void> {
    await this.post.close();
  }
}
