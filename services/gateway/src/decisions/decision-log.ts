import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import type { Decision } from './decision.ts';

/** The newest decisions, so many and no more. */
export class DecisionLog {
  private readonly capacity: number;
  private readonly decisions: Decision[] = [];
  private readonly outlet: { add(decision: Decision): void } | undefined;
  private next = 0;

  constructor(options: {
    readonly capacity: number;
    /** Who else is told of each; absent: nobody. */
    readonly outlet?: { add(decision: Decision): void } | undefined;
  }) {
    this.capacity = options.capacity;
    this.outlet = options.outlet;
  }

  add(decision: Decision): void {
    this.decisions[this.next] = decision;
    this.next = (this.next + 1) % this.capacity;
    this.outlet?.add(decision);
  }

  /** Newest first. */
  newest(): DecisionRecord[] {
    const newer = this.decisions.slice(0, this.next).reverse();
    const older = this.decisions.slice(this.next).reverse();
    return [...newer, ...older].map((decision) => decision.toRecord());
  }
}
