import type { Clock } from '@aicp/common/time/clock';
import type { AttemptOutcome } from '@aicp/contracts/usage/attempt-record';
import type { AttemptTrace } from './attempt-trace.ts';
import type { ModelHealth } from './model-health.ts';
import type { FailureKind, TargetHealth } from './target-health.ts';

/**
 * Who is to blame for a failure: the provider, whatever credential it is asked with; the credential; the model alone, which gave its provider less time than the
 * platform does; or nobody there.
 */
export type Blame = 'provider' | 'credential' | 'model' | 'nobody';

/** What becomes of one attempt, for the health of what was asked. It is over with the first of its endings; later ones say nothing. */
export class AttemptRecord {
  /** What became of it; undefined while it is under way. */
  outcome: AttemptOutcome | undefined;
  /** Why it failed. */
  reason: FailureKind | undefined;
  /** From its beginning to its end, milliseconds, without the time in which the client read slowly. */
  tookMs = 0;
  /** From its beginning to the first content of a stream. */
  firstMs: number | undefined;

  private readonly clock: Pick<Clock, 'monotonic'>;
  private readonly target: TargetHealth;
  private readonly model: ModelHealth;
  private readonly base: ModelHealth | undefined;
  private readonly trace: AttemptTrace | undefined;
  private readonly startedAt: number;
  /** Since when the client keeps the provider waiting; undefined: it does not. */
  private waitingSince: number | undefined;
  private waitedMs = 0;
  private era: number;
  private providerEra: number;

  /** The attempt begins. */
  constructor(parts: {
    clock: Pick<Clock, 'monotonic'>;
    target: TargetHealth;
    model: ModelHealth;
    /** Who is told of it as well; absent: nobody. */
    trace?: AttemptTrace | undefined;
  }) {
    const { clock, target, model } = parts;
    this.clock = clock;
    this.target = target;
    this.model = model;
    this.base = model.base;
    this.trace = parts.trace;
    this.startedAt = clock.monotonic();
    this.era = target.circuit.begin();
    this.providerEra = target.provider.circuit.begin();
    model.started();
    this.base?.started();
    this.count(1);
  }

  /** Header lines by which the provider continues the trace of the request; undefined: those of the client. */
  get traceHeaders(): string | undefined {
    return this.trace?.headers;
  }

  /** The provider answered with this status. */
  heard(status: number): void {
    this.trace?.answered(status);
  }

  /** The first content of a stream is there. */
  began(): void {
    if (this.outcome !== undefined || this.firstMs !== undefined) return;
    this.firstMs = this.clock.monotonic() - this.startedAt;
    this.model.began(this.firstMs);
    this.era = this.target.circuit.lives(this.era);
    this.providerEra = this.target.provider.circuit.lives(this.providerEra);
  }

  /** The client reads slowly: the provider's time stands still. */
  paused(): void {
    this.waitingSince ??= this.clock.monotonic();
  }

  resumed(): void {
    if (this.waitingSince === undefined) return;
    this.waitedMs += this.clock.monotonic() - this.waitingSince;
    this.waitingSince = undefined;
  }

  /** There was an answer, and all of it. */
  answered(): void {
    if (!this.end('answered')) return;
    this.trace?.over('answered');
    this.model.answered(this.tookMs, this.startedAt);
    this.target.answered(this.tookMs);
    this.target.circuit.answered(this.era);
    this.target.provider.circuit.answered(this.providerEra);
  }

  /** The provider refused the request itself: the caller's fault says nothing of either, but that they are there. */
  refused(): void {
    if (!this.end('answered')) return;
    this.trace?.over('answered');
    this.target.circuit.lives(this.era);
    this.target.provider.circuit.lives(this.providerEra);
  }

  /** There was none; `waitMs` is what the provider asked to wait, if it did. */
  failed(kind: FailureKind, blame: Blame, waitMs?: number): void {
    if (blame === 'nobody' && this.isHeldUp) {
      this.dropped();
      return;
    }
    if (!this.end(kind === 'broken' ? 'broken' : 'failed')) return;
    this.reason = kind;
    const { target } = this;
    this.traceFailure(kind);
    if (blame === 'nobody' || blame === 'model') {
      if (blame === 'model') this.model.failedAlone(this.startedAt);
      this.drop();
      return;
    }
    this.model.failed(this.startedAt);
    target.failed(kind);
    if (blame === 'provider') {
      target.circuit.dropped(this.era);
      target.provider.circuit.failed(this.providerEra);
    } else this.credentialFailed(waitMs);
  }

  private traceFailure(kind: FailureKind): void {
    if (kind === 'broken') this.trace?.over('broken');
    else this.trace?.failed(kind);
  }

  /** Whether the client kept the provider waiting for most of the time. */
  private get isHeldUp(): boolean {
    const now = this.clock.monotonic();
    const waited = this.waitedMs + now - (this.waitingSince ?? now);
    return waited > (now - this.startedAt) / 2;
  }

  private credentialFailed(waitMs: number | undefined): void {
    const { target } = this;
    target.provider.circuit.lives(this.providerEra);
    if (waitMs !== undefined && waitMs > 0) target.circuit.askedToWait(this.era, waitMs);
    else target.circuit.failed(this.era);
  }

  /** Nobody waits for it any more, and nothing was learned. */
  dropped(): void {
    if (!this.end('dropped')) return;
    this.trace?.over('cancelled');
    this.drop();
  }

  private drop(): void {
    this.target.circuit.dropped(this.era);
    this.target.provider.circuit.dropped(this.providerEra);
  }

  private end(outcome: AttemptOutcome): boolean {
    if (this.outcome !== undefined) return false;
    this.outcome = outcome;
    this.resumed();
    this.tookMs = this.clock.monotonic() - this.startedAt - this.waitedMs;
    this.model.ended();
    this.base?.ended();
    this.count(-1);
    return true;
  }

  private count(by: 1 | -1): void {
    this.target.inFlight += by;
    this.target.provider.inFlight += by;
  }
}
