import type { RuntimeModel, RuntimeProvider } from '../../routing/runtime.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { Delivery, type Answered, type Ending, type Routed } from '../exchange/phases.ts';
import type { Flow, Stage } from '../exchange/stage.ts';
import { internalError } from '../exchange/refusal.ts';
import { passAgain } from '../cache/pass-again.ts';
import { Attempt, type AttemptOwner } from './attempt.ts';
import { CandidateOrder, type Choice } from './candidate-order.ts';
import { HedgeTimer } from './hedge-timer.ts';
import { ModelLimits } from './model-limits.ts';
import { requestTo } from './request-to.ts';
import { Retries } from './retries.ts';
import { namesOthers, Setbacks } from './setbacks.ts';
import { tellFailure } from './tell-failure.ts';
import { blameOf, type AttemptFailure, type Failure } from '../exchange/failure.ts';
import { noteAttempt } from '../record/intent-line.ts';

/**
 * Stage: asks the candidates in order until one answers. Another try, at the same provider or the next, is only made while the
 * client has not had a byte. Nobody is asked where the cache has the answer.
 */
export const dispatch: Stage<'routed', 'answered'> = {
  name: 'dispatch',
  from: 'routed',
  to: 'answered',
  hasEffects: true,
  run(phase, flow) {
    if (!passAgain(phase, flow)) new Dispatch(phase, flow).begin();
  },
};

class Dispatch implements AttemptOwner {
  private readonly exchange: Exchange;
  private readonly routed: Routed;
  private readonly delivery: Delivery;
  private readonly flow: Flow<Answered>;
  private order: CandidateOrder;
  private readonly retries: Retries;
  private attempt: Attempt | undefined;
  /** A second one beside it, where it brought nothing for a while. */
  private hedge: Attempt | undefined;
  private hedging: HedgeTimer | undefined;
  private waiting: AbortController | undefined;
  private modelLimits: ModelLimits | undefined;
  private readonly setbacks = new Setbacks();
  private isOver = false;

  constructor(routed: Routed, flow: Flow<Answered>) {
    this.exchange = routed.exchange;
    this.routed = routed;
    this.delivery = new Delivery(routed);
    this.flow = flow;
    this.retries = new Retries(routed.exchange);
    this.order = this.orderOf(routed.candidates);
  }

  begin(): void {
    const onGone = (): void => {
      this.clientLeft();
    };
    this.exchange.onGone = onGone;
    if (this.exchange.isGone) this.finish({ kind: 'gone', inFlight: false, part: undefined });
    else {
      this.contained(() => {
        this.next();
      });
    }
  }

  begins(attempt: Attempt): void {
    this.choose(attempt);
  }

  ended(attempt: Attempt, ending: Ending): void {
    if (this.isOver || this.isDiverted(attempt, ending)) return;
    this.choose(attempt);
    this.finish(ending);
  }

  failed(attempt: Attempt, failure: AttemptFailure): void {
    if (this.isOver) return;
    this.forget(attempt);
    this.setbacks.failedBy(attempt, failure);
    tellFailure(this.exchange, attempt.model, failure);
    if (blameOf(failure.kind) === 'credential') this.order.credentialFailed(attempt);
    else this.order.providerFailed(attempt);
    if (this.attempt || this.modelLimits?.isAsking) return;
    this.contained(() => {
      this.goOn(attempt, failure);
    });
  }

  private clientLeft(): void {
    const { attempt, hedge } = this;
    this.waiting?.abort();
    const part = attempt?.cancel() ?? hedge?.cancel();
    hedge?.cancel();
    if (attempt || hedge) this.finish({ kind: 'gone', inFlight: true, part });
    else this.finish(this.setbacks.left(this.delivery));
  }

  /** After an attempt that failed: another credential, the same again after a while, or the next candidate. */
  private goOn({ model }: Choice, failure: Failure): void {
    const { provider } = model;
    const other = blameOf(failure.kind) === 'credential' ? this.order.again(provider) : undefined;
    if (other && this.remainingMs > 0) {
      this.send({ model, target: other });
      return;
    }
    const wait = this.retries.take(provider, failure);
    if (wait === undefined) this.next();
    else this.retryLater(model, wait);
  }

  /** Goes to the next candidate that can be used. */
  private next(): void {
    const isLate = this.remainingMs <= 0;
    const choice = isLate ? undefined : this.order.next();
    if (choice) {
      choice.target.health.provider.retries.earn();
      this.offer(choice);
      return;
    }
    const { setbacks, order, routed, modelLimits, delivery } = this;
    delivery.serving = setbacks.serving ?? delivery.serving;
    const { isFull } = order;
    this.finish(setbacks.ending(routed.requestedName, { isLate, isFull, limits: modelLimits }));
  }

  /** Sends it once it holds its part of the model's limits; where they refuse, another is asked. The limits of the first candidate were taken before. */
  private offer(choice: Choice): void {
    const { model } = choice;
    if (!this.modelLimits && model === this.routed.candidates[0]) {
      this.send(choice);
      return;
    }
    this.modelLimits ??= ModelLimits.beyondFirst(this.delivery);
    this.modelLimits.take(model, (isTaken) => {
      this.contained(() => {
        if (isTaken && this.order.hasRoom(model)) this.send(choice);
        else if (this.attempt) this.offerBeside(this.attempt);
        else this.next();
      });
    });
  }

  /** What is left of the request's time. */
  private get remainingMs(): number {
    return this.exchange.mustEndAt - this.exchange.gateway.clock.monotonic();
  }

  private send(choice: Choice): void {
    const { delivery } = this;
    const attempt = new Attempt(delivery, this, choice);
    this.delivery.serving = attempt;
    noteAttempt(delivery, attempt);
    delivery.sentAt ??= this.exchange.gateway.clock.monotonic();
    if (this.attempt) {
      this.hedge = attempt;
      this.exchange.note('dispatch', 'hedged', choice.model.id);
    } else this.attempt = attempt;
    this.modelLimits?.keep(this.attempt, this.hedge);
    this.expectFirstByte(choice.model.provider);
    attempt.begin(requestTo(choice.model, this.routed));
  }

  private expectFirstByte({ hedgeAfterMs }: RuntimeProvider): void {
    // What goes on at two providers would be paid for twice.
    if (hedgeAfterMs === undefined || this.routed.input.holding?.goesOn === true) return;
    this.hedging ??= new HedgeTimer(this.exchange.gateway, () => {
      this.contained(() => {
        this.beginHedge();
      });
    });
    this.hedging.start(hedgeAfterMs);
  }

  /** Asks another as well. */
  private beginHedge(): void {
    const { attempt, isOver } = this;
    if (!attempt || isOver || !attempt.target.health.provider.retries.take()) return;
    this.hedging?.use();
    this.offerBeside(attempt);
  }

  private offerBeside({ model }: Choice): void {
    const choice = this.order.beside(model);
    if (choice) this.offer(choice);
  }

  /** The answer of this attempt is the request's; what runs beside it is cancelled. */
  private choose(attempt: Attempt): void {
    const other = this.attempt === attempt ? this.hedge : this.attempt;
    this.attempt = attempt;
    this.hedge = undefined;
    this.hedging?.stop();
    this.delivery.serving = attempt;
    other?.cancel();
    this.modelLimits?.keep(attempt);
  }

  /** It is over, and what runs beside it, if anything, is the only one. */
  private forget(attempt: Attempt): void {
    if (this.attempt === attempt) this.attempt = this.hedge;
    this.hedge = undefined;
    this.hedging?.stop();
    if (!this.attempt) return;
    this.delivery.serving = this.attempt;
    this.modelLimits?.keep(this.attempt);
  }

  /** Whether a refusal of the request is one for which its model names others. They are asked then, and the refusal counts if they fail. */
  private isDiverted(attempt: Attempt, ending: Ending): boolean {
    const { model } = attempt;
    if (ending.kind !== 'rejected' || !namesOthers(model)) return false;
    const reason = this.exchange.protocol.refusalReason(ending.body, ending.status);
    if (!reason) return false;
    const instead = this.setbacks.othersThan(model, this.routed.instead(model, reason));
    if (instead.length === 0) return false;
    this.choose(attempt);
    this.attempt = undefined;
    this.exchange.note('dispatch', reason, model.id);
    this.setbacks.rejection ??= { ending, by: attempt };
    this.order = this.orderOf(instead);
    this.contained(() => {
      this.next();
    });
    return true;
  }

  private orderOf(models: readonly RuntimeModel[]): CandidateOrder {
    return new CandidateOrder({
      models,
      credential: this.routed.bound?.credential,
      random: this.exchange.gateway.random,
      onPassedOver: (model, why) => {
        if (why.kind === 'open') model.health.letAlone();
        tellFailure(this.exchange, model, why);
      },
    });
  }

  private retryLater(model: RuntimeModel, ms: number): void {
    const { clock } = this.exchange.gateway;
    const waiting = new AbortController();
    this.waiting = waiting;
    clock.sleep(ms, waiting.signal).then(
      () => {
        this.waiting = undefined;
        this.contained(() => {
          this.retry(model);
        });
      },
      (error: unknown) => {
        if (!waiting.signal.aborted) this.crashed(error);
      },
    );
  }

  private retry(model: RuntimeModel): void {
    this.order.forgive();
    const target = this.order.again(model.provider);
    if (target) this.send({ model, target });
    else this.next();
  }

  private finish(ending: Ending): void {
    if (this.isOver) return;
    this.isOver = true;
    this.hedging?.stop();
    this.exchange.onGone = undefined;
    this.exchange.guards?.output?.close();
    const { routed, delivery, modelLimits } = this;
    modelLimits?.keep(delivery);
    this.exchange.note('dispatch', ending.kind, delivery.model?.id);
    this.flow.pass({ ...routed, phase: 'answered', delivery, ending }, modelLimits?.undo);
  }

  /** Does what no stage waits for any more: what it throws ends this request, and no other. */
  private contained(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.crashed(error);
    }
  }

  private crashed(error: unknown): void {
    const { gateway, requestId } = this.exchange;
    gateway.log.error({ err: error, request_id: requestId }, 'request_failed');
    this.attempt?.cancel();
    this.hedge?.cancel();
    this.finish({ kind: 'failed', refusal: internalError() });
  }
}
