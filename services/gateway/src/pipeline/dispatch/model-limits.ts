import { addRateLimitHeaders } from '../../limits/rate-limit-headers.ts';
import type { MoneyCounter } from '@aicp/contracts/budgets/money-counter';
import type { LimitPlan } from '../../limits/limiter.ts';
import { TakenLimits, type HeldLimits, type UsedOfLimits } from '../../limits/taken-limits.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import type { Delivery, Routed } from '../exchange/phases.ts';
import type { Refusal } from '../exchange/refusal.ts';
import { tellFailure } from './tell-failure.ts';
import { beyond, limitedRequest, reached } from '../limits/limited-request.ts';

/** What a request has taken of one counter of a model. */
interface Part {
  readonly counter: string;
  readonly taken: TakenLimits;
  readonly index: number;
  /** Whether it was sent to a model that this counts. */
  isSent: boolean;
}

/**
 * What a request holds of the limits of models once it goes beyond its first candidate, whose limits were taken with all others. Each model is
 * asked for once its limits are taken, in one step, and they are let go of when another has its place. A counter that two models share is
 * taken once.
 */
export class ModelLimits implements HeldLimits {
  private readonly routed: Routed;
  private parts: Part[];
  private readonly further: TakenLimits[] = [];
  /** What is asked for now. */
  private asked: LimitPlan | undefined;
  private soonest: Refusal | undefined;
  /** Until the limit of that refusal can have room, ms; infinite where it never has. */
  private soonestMs = Infinity;

  /** `isSent`: the request was sent to its first candidate. */
  private constructor(routed: Routed, isSent: boolean) {
    this.routed = routed;
    const { taken, candidates } = routed;
    const [first] = candidates;
    const counters = first && taken ? this.countersOf([first]) : NONE;
    this.parts = taken ? partsOf(taken, isSent).filter(({ counter }) => counters.has(counter)) : [];
  }

  /** Of a request that was sent to nobody but its first candidate, if to anybody. */
  static beyondFirst(delivery: Delivery): ModelLimits {
    const limits = new ModelLimits(delivery.routed, delivery.attempts > 0);
    delivery.modelLimits = limits;
    return limits;
  }

  /** What the limit says that has room the soonest, of those that kept the request from a model; the first where none ever has. */
  get refusal(): Refusal | undefined {
    return this.soonest;
  }

  /** Whether no waiting helps against that refusal. */
  get isForGood(): boolean {
    return this.soonestMs === Infinity;
  }

  /** Whether `take` waits for its answer. */
  get isAsking(): boolean {
    return this.asked !== undefined;
  }

  /** Takes what a request to the model asks of its limits, or nothing. `done` is not called once others are kept. */
  take(model: RuntimeModel, done: (isTaken: boolean) => void): void {
    const { routed } = this;
    const held = new Set(this.parts.map(({ counter }) => counter));
    const limits = this.limitsOf(model).filter(({ counter }) => !held.has(counter));
    const money = this.moneyOf(model).filter(({ name }) => !held.has(name));
    if (limits.length === 0 && money.length === 0) {
      done(true);
      return;
    }
    const { limiter } = routed.exchange.gateway;
    const plan = limiter.planOf({ limits, money }, limitedRequest(routed, model));
    const never = beyond(plan);
    if (never) {
      this.passOver(model, never, Infinity);
      done(false);
      return;
    }
    this.asked = plan;
    limiter.take(plan, (answer) => {
      if (this.asked !== plan) {
        if (answer.isTaken) answer.hold.giveBack();
        return;
      }
      this.asked = undefined;
      if (answer.isTaken) this.add(new TakenLimits(plan, answer));
      else {
        const refusal = reached(plan, answer, routed.taken);
        const comesAgain = refusal.headers.includes('retry-after');
        this.passOver(model, refusal, comesAgain ? answer.retryAfterMs : Infinity);
      }
      done(answer.isTaken);
    });
  }

  /** These alone are asked now, and were sent the request. */
  keep(...asked: readonly ({ readonly model: RuntimeModel | undefined } | undefined)[]): void {
    this.asked = undefined;
    const counters = this.countersOf(asked.flatMap((one) => one?.model ?? []));
    const left = Map.groupBy(this.parts, ({ counter }) => counters.has(counter));
    for (const { taken, index, isSent } of left.get(false) ?? []) taken.release([index], isSent);
    this.parts = left.get(true) ?? [];
    for (const part of this.parts) part.isSent = true;
  }

  settle(used: UsedOfLimits): void {
    for (const taken of this.further) taken.settle(used);
  }

  /** For a stage after this one that refuses the request. */
  readonly undo = (): void => {
    this.giveBack();
  };

  giveBack(): void {
    for (const taken of this.further) taken.giveBack();
  }

  addHeaders(headers: string[]): void {
    const all = this.routed.taken ? [this.routed.taken, ...this.further] : this.further;
    addRateLimitHeaders(
      headers,
      all.flatMap(({ limits }) => limits),
      all.flatMap(({ standings }) => standings),
    );
  }

  private passOver(model: RuntimeModel, refusal: Refusal, waitMs: number): void {
    const { message: detail } = refusal;
    tellFailure(this.routed.exchange, model, { kind: 'limited', detail });
    if (this.soonest && waitMs >= this.soonestMs) return;
    this.soonest = refusal;
    this.soonestMs = waitMs;
  }

  private add(taken: TakenLimits): void {
    this.further.push(taken);
    this.parts.push(...partsOf(taken, false));
  }

  private countersOf(models: readonly RuntimeModel[]): ReadonlySet<string> {
    return new Set(
      models.flatMap((model) => [
        ...this.limitsOf(model).map(({ counter }) => counter),
        ...this.moneyOf(model).map(({ name }) => name),
      ]),
    );
  }

  private moneyOf(model: RuntimeModel): readonly MoneyCounter[] {
    const { exchange, principal } = this.routed;
    return exchange.runtime.budgets.ofModel(model, principal.organization);
  }

  private limitsOf(model: RuntimeModel) {
    const { exchange, principal } = this.routed;
    return exchange.runtime.rateLimits.ofModel(model, principal.organization);
  }
}

const NONE: ReadonlySet<string> = new Set();

const partsOf = (taken: TakenLimits, isSent: boolean): Part[] =>
  taken.demands.map(({ counter }, index) => ({ counter, taken, index, isSent }));
