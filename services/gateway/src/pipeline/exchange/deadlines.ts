import type { Clock } from '@aicp/common/time/clock';
import { Unordered, type Listed } from '../../memory/unordered.ts';

const TICK_MS = 50;

/** A moment at which something has to have happened. It may be moved by setting `dueAt`. */
export interface Deadline extends Listed {
  /** Monotonic milliseconds. */
  dueAt: number;
  readonly onDue: () => void;
}

/**
 * The deadlines of all requests, with one timer for all of them: they are looked at 20 times a second, while there are any. A deadline
 * costs no timer of its own, and moving it costs nothing.
 */
export class Deadlines {
  private readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  private readonly onFault: (error: unknown) => void;
  private readonly open = new Unordered<Deadline>();
  private isTicking = false;

  /** What a callback throws is handed to `onFault`, and keeps no other deadline from its time. */
  constructor(clock: Pick<Clock, 'monotonic' | 'sleep'>, onFault: (error: unknown) => void) {
    this.clock = clock;
    this.onFault = onFault;
  }

  /** Calls `onDue` once `dueAt` (monotonic milliseconds) has passed, or up to a tick later. */
  add(dueAt: number, onDue: () => void): Deadline {
    const deadline: Deadline = { dueAt, onDue, place: -1 };
    this.open.add(deadline);
    if (!this.isTicking) {
      this.isTicking = true;
      void this.tick();
    }
    return deadline;
  }

  /** It does not matter any more. */
  remove(deadline: Deadline): void {
    this.open.remove(deadline);
  }

  private async tick(): Promise<void> {
    const { all } = this.open;
    while (all.length > 0) {
      await this.clock.sleep(TICK_MS);
      const now = this.clock.monotonic();
      for (const deadline of all.filter(({ dueAt }) => dueAt <= now)) {
        if (deadline.place === -1) continue;
        this.remove(deadline);
        try {
          deadline.onDue();
        } catch (error) {
          this.onFault(error);
        }
      }
    }
    this.isTicking = false;
  }
}
