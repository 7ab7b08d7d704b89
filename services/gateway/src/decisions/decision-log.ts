import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';

/** The newest decisions, so many and no more. */
export class DecisionLog {
  private readonly capacity: number;
  private readonly records: DecisionRecord[] = [];
  private next = 0;

  constructor(options: { capacity: number }) {
    this.capacity = options.capacity;
  }

  add(record: DecisionRecord): void {
    this.records[this.next] = record;
    this.next = (this.next + 1) % this.capacity;
  }

  /** Newest first. */
  newest(): DecisionRecord[] {
    return [
      ...this.records.slice(0, this.next).reverse(),
      ...this.records.slice(this.next).reverse(),
    ];
  }
}
