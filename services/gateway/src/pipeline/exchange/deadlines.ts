import type { Clock } from '@aicp/common/time/clock';

const TICK_MS = 50;

/** A moment at which something has to have happened. It may be moved by setting `dueAt`. */
export interface Deadline {
  /** Monotonic milliseconds. */
  dueAt: number;
  readonly onDue: () => void;
  /** Where it stands among those that are open; -1: it is not. */
  place: number;
}

/**
 * The deadlines of all requests, with one timer for all of them: they are looked at 20 times a second, while there are any. A deadline
 * costs no timer of its own, and moving it costs nothing. They stand in an array. A Set that is added to and deleted from leaves its old
 * tables behind, each with a reference to the next one and to what it held: once one of them is old, the collector of young objects keeps
 * every request that comes after it.
 */
export class Deadlines {
  private readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  private readonly onFault: (error: unknown) => void;
  private readonly open: Deadline[] = [];
  private isTicking = false;

  /** What a callback throws is handed to `onFault`, and keeps no other deadline from its time. */
  constructor(clock: Pick<Clock, 'monotonic' | 'sleep'>, onFault: (error: unknown) => void) {
    this.clock = clock;
    this.onFault = onFault;
  }

  /** Calls `onDue` once `dueAt` (monotonic milliseconds) has passed, or up to a tick later. */
  add(dueAt: number, onDue: () => void): Deadline {
    const deadline: Deadline = { dueAt, onDue, place: this.open.length };
    this.open.push(deadline);
    if (!this.isTicking) {
      this.isTicking = true;
      void this.tick();
    }
    return deadline;
  }

  /** It does not matter any more. */
  remove(deadline: Deadline): void {
    const { place } = deadline;
    const last = this.open.at(-1);
    if (place === -1 || !last) return;
    this.open[place] = last;
    last.place = place;
    this.open.pop();
    deadline.place = -1;
  }

  private async tick(): Promise<void> {
    while (this.open.length > 0) {
      await this.clock.sleep(TICK_MS);
      const now = this.clock.monotonic();
      for (const deadline of this.open.filter(({ dueAt }) => dueAt <= now)) {
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
