import type { TimeLimits } from '../../routing/runtime.ts';
import type { Deadline } from '../exchange/deadlines.ts';
import type { Exchange } from '../exchange/exchange.ts';

/**
 * The time of one attempt: for its first byte, from one part of the answer to the next, and for all of it; and never longer than the
 * request has. While the client reads slowly it stands still, and what was left of it goes on afterwards.
 */
export class AttemptTime {
  private readonly exchange: Exchange;
  private readonly idleMs: number;
  private readonly deadline: Deadline;
  /** When all of the answer has to be there. Monotonic milliseconds, as all moments here. */
  private wholeBy: number;
  private isPaused = false;
  /** What is left until the next part has to be there, and the whole, while it stands still. */
  private leftMs = 0;
  private wholeLeftMs = 0;

  constructor(options: {
    exchange: Exchange;
    limits: TimeLimits;
    isStream: boolean;
    onDue: () => void;
  }) {
    const { exchange, limits, isStream, onDue } = options;
    this.exchange = exchange;
    this.idleMs = limits.idleMs;
    this.wholeBy = this.now + (isStream ? limits.streamMs : limits.documentMs);
    this.deadline = exchange.gateway.deadlines.add(this.dueIn(limits.firstByteMs), onDue);
  }

  /** A part of the answer came. */
  heard(): void {
    this.leftMs = this.idleMs;
    if (!this.isPaused) this.deadline.dueAt = this.dueIn(this.idleMs);
  }

  pause(): void {
    if (this.isPaused) return;
    const { now, deadline, wholeBy } = this;
    this.isPaused = true;
    this.leftMs = Math.max(0, Math.min(this.idleMs, deadline.dueAt - now));
    this.wholeLeftMs = Math.max(0, wholeBy - now);
    deadline.dueAt = this.exchange.mustEndAt;
  }

  resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.wholeBy = this.now + this.wholeLeftMs;
    this.deadline.dueAt = this.dueIn(this.leftMs);
  }

  /** Nothing is due any more. */
  stop(): void {
    this.exchange.gateway.deadlines.remove(this.deadline);
  }

  private dueIn(ms: number): number {
    return Math.min(this.now + ms, this.wholeBy, this.exchange.mustEndAt);
  }

  private get now(): number {
    return this.exchange.gateway.clock.monotonic();
  }
}
