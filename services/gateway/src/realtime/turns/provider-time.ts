import type { Deadline } from '../../pipeline/exchange/deadlines.ts';
import type { Gateway } from '../../pipeline/exchange/gateway.ts';
import type { TimeLimits } from '../../routing/runtime.ts';
import type { Turn } from './turn.ts';

/** What bounds the silence of a provider. */
export interface ProviderTimeParts {
  readonly gateway: Pick<Gateway, 'clock' | 'deadlines'>;
  readonly limits: Pick<TimeLimits, 'firstByteMs' | 'idleMs'>;
  /** The provider said nothing of a response for too long. */
  readonly onSilent: () => void;
}

/**
 * The time that a provider has for each response that is under way: until its first content, and from one event of it to the next. While nothing is read of
 * the provider it stands still, and what was left of it goes on afterwards.
 */
export class ProviderTime {
  private readonly parts: ProviderTimeParts;
  private readonly waiting = new Map<Turn, Waiting>();
  private isPaused = false;

  constructor(parts: ProviderTimeParts) {
    this.parts = parts;
  }

  /** Something of this response has to come. */
  begin(turn: Turn): void {
    const { gateway, onSilent } = this.parts;
    const leftMs = this.limitOf(turn);
    const deadline = gateway.deadlines.add(this.dueIn(leftMs), onSilent);
    this.waiting.set(turn, { deadline, leftMs });
  }

  /** The provider is at work on it. */
  heard(turn: Turn): void {
    const waiting = this.waiting.get(turn);
    if (!waiting) return;
    waiting.leftMs = this.limitOf(turn);
    waiting.deadline.dueAt = this.dueIn(waiting.leftMs);
  }

  /** Nothing of it is due any more. */
  over(turn: Turn): void {
    const waiting = this.waiting.get(turn);
    if (!waiting) return;
    this.waiting.delete(turn);
    this.parts.gateway.deadlines.remove(waiting.deadline);
  }

  /** Nothing is read of the provider: its silence is ours. */
  pause(): void {
    if (this.isPaused) return;
    this.isPaused = true;
    const now = this.parts.gateway.clock.monotonic();
    for (const waiting of this.waiting.values()) {
      waiting.leftMs = Math.max(0, waiting.deadline.dueAt - now);
      waiting.deadline.dueAt = Infinity;
    }
  }

  resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    for (const { deadline, leftMs } of this.waiting.values()) deadline.dueAt = this.dueIn(leftMs);
  }

  private limitOf({ answer }: Turn): number {
    const { firstByteMs, idleMs } = this.parts.limits;
    return answer.progress > 0 ? idleMs : firstByteMs;
  }

  private dueIn(ms: number): number {
    return this.isPaused ? Infinity : this.parts.gateway.clock.monotonic() + ms;
  }
}

interface Waiting {
  readonly deadline: Deadline;
  /** As long as nothing is read. */
  leftMs: number;
}
