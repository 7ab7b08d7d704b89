import { createHash } from 'node:crypto';
import type { Clock } from '@aicp/common/time/clock';
import { metricsOf, type TriggerTest } from '@aicp/contracts/failover/trigger';
import type { FailoverReport } from '@aicp/contracts/poll/health-report';
import type { FailoverRule } from '@aicp/contracts/routing/failover/failover-book';
import type { RuntimeModel } from '../routing/runtime.ts';
import { AttemptWindow } from './attempt-window.ts';
import { figuresOf, type Evidence } from './evidence.ts';
import { FailoverMachine } from './failover-machine.ts';
import type { Told } from './shared-evidence.ts';

/** What made a replica leave the source is told for so long, so that others that see a part of the same leave it too. */
const TOLD_MS = 10_000;
const DIGITS = 3;
const MOST_MOMENTS = 8;

export interface RuleParts {
  readonly clock: Clock;
  /** [0, 1). */
  readonly random: () => number;
}

/** Text that changes with what a rule says, and with the model that may fail: what was seen of one says nothing of another. */
export const identityOf = (rule: FailoverRule<RuntimeModel>): string =>
  JSON.stringify([
    ...[rule.uid, rule.organization, rule.source.health.identity],
    ...[rule.target, rule.condition, rule.cooldownMs],
  ]);

/** A rule as it stands with this replica, from snapshot to snapshot. */
export class KeptRule {
  readonly identity: string;
  readonly window: AttemptWindow;
  readonly machine: FailoverMachine;
  /** Requests that its target served in the place of its source. */
  moved = 0;
  /** Whether nobody serves by its target's name. */
  isWithoutTarget = false;
  private readonly clock: Clock;
  private readonly key: string;
  private rule: FailoverRule<RuntimeModel>;
  /** What was told of moments: the same again, though the clocks drift apart. */
  private readonly moments = new Map<number, string>();

  constructor(rule: FailoverRule<RuntimeModel>, { clock, random }: RuleParts) {
    this.rule = rule;
    this.clock = clock;
    this.identity = identityOf(rule);
    this.key = createHash('sha256').update(this.identity).digest('base64url').slice(0, 22);
    this.window = new AttemptWindow(clock);
    this.machine = new FailoverMachine({
      ...{ trigger: rule.trigger, cooldownMs: rule.cooldownMs, window: this.window },
      ...{ clock, random, inFlight: () => this.rule.source.health.inFlight },
    });
  }

  get name(): string {
    return this.rule.id;
  }

  /** The same rule in a newer snapshot. */
  isNow(rule: FailoverRule<RuntimeModel>, isWithoutTarget: boolean): void {
    this.rule = rule;
    this.isWithoutTarget = isWithoutTarget;
    if (isWithoutTarget) this.machine.reset();
  }

  /** Looks at what was seen. Whether its state is another now. */
  evaluate(othersOf: (key: string) => Evidence | undefined): boolean {
    return !this.isWithoutTarget && this.machine.evaluate(othersOf(this.key));
  }

  /** What others are told of it; nothing where it has nothing to tell. */
  told(): Told[] {
    const { machine, window, key } = this;
    if (machine.state === 'watching') {
      return window.attempts > 0 ? [{ key, evidence: window.evidence() }] : [];
    }
    const { leftFor } = machine;
    const isFresh = leftFor && this.clock.monotonic() - leftFor.at < TOLD_MS;
    return isFresh ? [{ key, evidence: leftFor.evidence }] : [];
  }

  /** For what it left the source last, as text. */
  get trigger(): string | undefined {
    const { lastTrigger } = this.machine;
    return lastTrigger && textOf(lastTrigger);
  }

  report(): FailoverReport {
    const { machine, rule } = this;
    const { until, leftFor } = machine;
    return {
      name: rule.id,
      uid: rule.uid,
      state: machine.state,
      since: this.momentOf(machine.since),
      ...(until === undefined ? {} : { until: this.momentOf(until) }),
      share: machine.share,
      flapping: machine.isFlapping,
      ...(this.isWithoutTarget ? { target_missing: true } : {}),
      moved: this.moved,
      ...(this.trigger === undefined ? {} : { last_trigger: this.trigger }),
      ...(leftFor ? { last_left: this.momentOf(leftFor.at) } : {}),
      figures: this.figures(),
    };
  }

  private figures(): Record<string, number> {
    if (this.window.attempts === 0) return {};
    const figures = figuresOf(this.window.evidence());
    return Object.fromEntries(
      metricsOf(this.rule.trigger).flatMap((metric) => {
        const figure = figures[metric];
        return figure === undefined ? [] : [[metric, rounded(figure)]];
      }),
    );
  }

  private momentOf(monotonic: number): string {
    const known = this.moments.get(monotonic);
    if (known !== undefined) return known;
    const told = new Date(this.clock.now() + monotonic - this.clock.monotonic()).toISOString();
    if (this.moments.size >= MOST_MOMENTS) this.moments.clear();
    this.moments.set(monotonic, told);
    return told;
  }
}

const rounded = (figure: number): number => Number(figure.toFixed(DIGITS));

const textOf = (tests: readonly TriggerTest[]): string =>
  tests.map(({ metric, comparison, value }) => `${metric} ${comparison} ${value}`).join(' AND ');
