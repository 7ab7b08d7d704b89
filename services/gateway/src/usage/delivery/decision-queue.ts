import type { Decision } from '../../decisions/decision.ts';
import type { DeliveryCounts } from './counts.ts';
import type { Outgoing } from './outgoing.ts';

const MOST_WAITING = 2_000;
/** So many are made into records before requests have their turn. */
const AT_A_TIME = 100;

/** Decisions that wait to be delivered, in memory: those for which there is no room are shed. */
export class DecisionQueue {
  private waiting: Decision[] = [];
  private readonly isKept: () => boolean;
  private readonly counts: DeliveryCounts;

  constructor(options: { readonly isKept: () => boolean; readonly counts: DeliveryCounts }) {
    this.isKept = options.isKept;
    this.counts = options.counts;
  }

  get size(): number {
    return this.waiting.length;
  }

  add(decision: Decision): void {
    if (!this.isKept()) return;
    if (this.waiting.length < MOST_WAITING) this.waiting.push(decision);
    else this.counts.shedDecisions += 1;
  }

  /** Moves the oldest into a batch, as many as have room there. */
  async fill(outgoing: Outgoing, rest: () => Promise<void>): Promise<void> {
    let moved = 0;
    for (const decision of this.waiting) {
      if (!outgoing.take('decisions', JSON.stringify(decision.toRecord()))) break;
      moved += 1;
      if (moved % AT_A_TIME === 0) await rest();
    }
    this.waiting = this.waiting.slice(moved);
  }

  /** Gives up what waits, where records of usage have waited for long. */
  shed(): void {
    this.counts.shedDecisions += this.waiting.length;
    this.waiting = [];
  }
}
