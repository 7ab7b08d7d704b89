import type { Clock } from '@aicp/common/time/clock';
import { heldTests, type Trigger, type TriggerTest } from '@aicp/contracts/failover/trigger';
import type { FailoverCourse } from '@aicp/contracts/routing/failover/failover-moves';
import type { AttemptWindow } from './attempt-window.ts';
import { Departures } from './departures.ts';
import { figuresOf, together, withoutWorst, type Evidence } from './evidence.ts';

/** Fewer attempts than this trigger nothing. */
const LEAST_ATTEMPTS = 20;
/** Which share of the requests goes back to the source, step by step. */
export const PROBE_SHARES = [0.05, 0.1, 0.25, 0.5, 1] as const;
/** So many attempts have to have ended in each step. */
const STEP_ATTEMPTS = [3, 5, 10, 20, 20];
const STEP_LEAST_MS = 2_000;
/** A step in which few requests come is passed after so long by one attempt. */
const STEP_PATIENCE_MS = 30_000;
/** So few probes say nothing yet. */
const LEAST_PROBES = 3;
/** From this step on, what comes back from the source has been there. */
const BACK_FROM_STEP = 2;

export type FailoverState = 'watching' | 'failed_over' | 'probing';

export interface MachineOptions {
  readonly trigger: Trigger;
  readonly cooldownMs: number;
  readonly window: AttemptWindow;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** [0, 1). */
  readonly random: () => number;
  /** How many attempts at the source are under way. */
  readonly inFlight: () => number;
}

/**
 * Whether requests go to a rule's source or to its target. While its figures are good they go to the source; then to the target, until the cooldown is over; then
 * back step by step, as long as what goes there fares well. Moments are monotonic milliseconds.
 */
export class FailoverMachine {
  /** For which tests it left the source last. */
  lastTrigger: readonly TriggerTest[] | undefined;
  private readonly options: MachineOptions;
  private readonly departures = new Departures();
  private now: FailoverState = 'watching';
  private changedAt: number;
  private awayUntil = 0;
  private step = 0;
  private stepAt = 0;
  /** How many attempts had ended when the step began. */
  private stepFrom = 0;
  private seen: { readonly evidence: Evidence; readonly at: number } | undefined;

  constructor(options: MachineOptions) {
    this.options = options;
    this.changedAt = options.clock.monotonic();
  }

  get state(): FailoverState {
    return this.now;
  }

  /** When the state began. */
  get since(): number {
    return this.changedAt;
  }

  /** When the source is probed; undefined while it is not waited for. */
  get until(): number | undefined {
    return this.now === 'failed_over' ? this.awayUntil : undefined;
  }

  /** The share of the requests that the target serves. */
  get share(): number {
    if (this.now === 'watching') return 0;
    return this.now === 'failed_over' ? 1 : 1 - (PROBE_SHARES[this.step] ?? 1);
  }

  get isFlapping(): boolean {
    return this.departures.flaps(this.options.clock.monotonic());
  }

  /** What it left the source for, and when; undefined before the first time. */
  get leftFor(): { readonly evidence: Evidence; readonly at: number } | undefined {
    return this.seen;
  }

  /** What becomes of the next request. */
  course(): FailoverCourse {
    if (this.now === 'watching') return 'watching';
    if (this.now === 'failed_over') return 'away';
    const { window, inFlight, random } = this.options;
    const isFirst = window.total === this.stepFrom && inFlight() === 0;
    return isFirst || random() >= this.share ? 'probe' : 'away';
  }

  /** Looks at what was seen, and at the time. `others` is what other replicas see that still send requests to the source. Whether its state is another now. */
  evaluate(others: Evidence | undefined): boolean {
    const before = this.now;
    if (before === 'watching') this.watch(others);
    else if (before === 'probing') this.judge();
    else if (this.options.clock.monotonic() >= this.awayUntil) this.probe();
    return this.now !== before;
  }

  /** Begins anew, as where there is nobody to serve instead. */
  reset(): void {
    if (this.now !== 'watching') this.enter('watching');
    this.options.window.restart();
  }

  private watch(others: Evidence | undefined): void {
    const own = this.options.window.evidence();
    const tests = this.heldBy(own) ?? (others && this.heldBy(together(own, others)));
    if (!tests) return;
    const now = this.options.clock.monotonic();
    this.seen = { evidence: own, at: now };
    this.departures.left(now);
    this.leave(tests);
  }

  private heldBy(evidence: Evidence): readonly TriggerTest[] | undefined {
    if (evidence.attempts < LEAST_ATTEMPTS) return undefined;
    return heldTests(this.options.trigger, figuresOf(evidence));
  }

  private probe(): void {
    this.options.window.restart();
    this.enter('probing');
    this.beginStep(0);
  }

  private beginStep(step: number): void {
    this.step = step;
    this.stepAt = this.options.clock.monotonic();
    this.stepFrom = this.options.window.total;
  }

  /** Whether what was sent back fares well. Of few attempts, the worst is taken for chance; where it is not sure, the step goes on. */
  private judge(): void {
    const { trigger, window, clock } = this.options;
    const seen = window.evidence();
    const isFew = seen.attempts < LEAST_ATTEMPTS;
    const bad =
      seen.attempts >= LEAST_PROBES
        ? heldTests(trigger, figuresOf(isFew ? withoutWorst(seen) : seen))
        : undefined;
    if (bad) {
      if (this.step >= BACK_FROM_STEP) this.departures.left(clock.monotonic());
      else this.departures.probesFailed();
      this.leave(bad);
    } else if (this.isStepDone() && !heldTests(trigger, figuresOf(seen))) {
      if (this.step + 1 < PROBE_SHARES.length) this.beginStep(this.step + 1);
      else this.enter('watching');
    }
  }

  private isStepDone(): boolean {
    const { clock, window } = this.options;
    const [tookMs, ended] = [clock.monotonic() - this.stepAt, window.total - this.stepFrom];
    if (tookMs >= STEP_PATIENCE_MS && ended > 0) return true;
    return tookMs >= STEP_LEAST_MS && ended >= (STEP_ATTEMPTS[this.step] ?? 0);
  }

  private leave(tests: readonly TriggerTest[]): void {
    const now = this.options.clock.monotonic();
    this.lastTrigger = tests;
    this.awayUntil = now + this.departures.cooldownMs(this.options.cooldownMs, now);
    this.enter('failed_over');
  }

  private enter(state: FailoverState): void {
    this.now = state;
    this.changedAt = this.options.clock.monotonic();
  }
}
