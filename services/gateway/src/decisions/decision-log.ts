import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import type { Decision } from './decision.ts';

/** The newest decisions, so many and no more. */
export class DecisionLog {
  private readonly capacity: number;
  private readonly decisions: Decision[] = [];
  private next = 0;

  constructor(options: { capacity: number }) {
    this.capacity = options.capacity;
  }

  add(decision: Decision): void {
    this.decisions[this.next] = decision;
    this.next = (this.next + 1) % this.capacity;
  }

  /** Newest first. */
  newest(): DecisionRecord[] {
    const newer = this.decisions.slice(0, this.next).reverse();
    const older = this.decisions.slice(this.next).reverse();
    return [...newer, ...older].map((decision) => decision.toRecord());
  }
}
