import type { Deadline } from '../exchange/deadlines.ts';
import type { Gateway } from '../exchange/gateway.ts';

/** Says once in a request when a provider has brought nothing for so long that another is to be asked as well. */
export class HedgeTimer {
  private readonly gateway: Pick<Gateway, 'deadlines' | 'clock'>;
  private readonly onDue: () => void;
  private due: Deadline | undefined;
  private isUsed = false;

  constructor(gateway: Pick<Gateway, 'deadlines' | 'clock'>, onDue: () => void) {
    this.gateway = gateway;
    this.onDue = onDue;
  }

  /** A provider is asked; after so many milliseconds another is to be. */
  start(hedgeAfterMs: number): void {
    if (this.isUsed) return;
    const { deadlines, clock } = this.gateway;
    this.due = deadlines.add(clock.monotonic() + hedgeAfterMs, this.onDue);
  }

  /** Another is asked: that is all. */
  use(): void {
    this.isUsed = true;
  }

  stop(): void {
    if (this.due) this.gateway.deadlines.remove(this.due);
    this.due = undefined;
  }
}
