import { expectRest } from './answer/client-writer.ts';
import type { Exchange } from './exchange/exchange.ts';
import { hasReached, type Arrived } from './exchange/phases.ts';
import { internalError, type Refusal } from './exchange/refusal.ts';
import type { Flow, Stage, Undo } from './exchange/stage.ts';
import { traceOutcome } from './trace-outcome.ts';
import { explain, turnAway } from './turn-away.ts';

/** The way of one request through a list of stages, from its arrival to the end of its answer. */
export class Passage implements Flow<Arrived> {
  private readonly exchange: Exchange;
  private readonly stages: readonly Stage[];
  private phase: Arrived;
  private index = -1;
  private undos: Undo[] | undefined;
  /** Whether a stage with effects has begun. From then on the request is recorded, also where its client leaves. */
  private hasBegunEffects = false;
  private isOver = false;

  constructor(exchange: Exchange, stages: readonly Stage[]) {
    this.exchange = exchange;
    this.stages = stages;
    this.phase = { phase: 'arrived', exchange };
  }

  begin(): void {
    this.exchange.gateway.metrics.inFlight += 1;
    this.exchange.response.on('close', () => {
      this.closed();
    });
    this.next();
  }

  pass(phase: Arrived, undo?: Undo): void {
    if (undo) (this.undos ??= []).push(undo);
    if (this.isOver) {
      this.undo();
      return;
    }
    this.phase = phase;
    this.next();
  }

  refuse(refusal: Refusal): void {
    if (this.isOver) return;
    this.end(refusal);
    this.undo();
    turnAway(this.phase, refusal);
    this.expectRest();
    const { gateway, place, response } = this.exchange;
    gateway.admission.release(response);
    place?.leave();
  }

  private next(): void {
    const stage = this.nextStage();
    try {
      if (stage) this.run(stage);
      else this.complete();
    } catch (error) {
      this.log(error);
      this.refuse(internalError());
    }
  }

  /** Past those that a request which the cache answers has no use for. */
  private nextStage(): Stage | undefined {
    this.index += 1;
    while (this.stages[this.index]?.isSkippedByHits && this.exchange.cache?.state === 'hit') {
      this.index += 1;
    }
    return this.stages[this.index];
  }

  private run(stage: Stage): void {
    this.hasBegunEffects ||= stage.hasEffects;
    stage.run(this.phase, this);
  }

  private complete(): void {
    const { exchange, phase } = this;
    if (exchange.isDryRun && hasReached(phase, 'routed')) explain(phase);
    this.expectRest();
    this.end();
  }

  /** The client has to read what it was answered. */
  private expectRest(): void {
    const { response, gateway } = this.exchange;
    expectRest(response, gateway.clientStallMs);
  }

  /** The connection is closed, or the response is over. */
  private closed(): void {
    const { exchange } = this;
    exchange.isGone = !exchange.response.writableFinished;
    exchange.place?.leave();
    if (exchange.onGone) {
      exchange.onGone();
    } else if (!this.isOver && !this.hasBegunEffects) {
      this.end();
      this.undo();
    }
  }

  private end(refusal?: Refusal): void {
    const { gateway, trace } = this.exchange;
    this.isOver = true;
    gateway.metrics.inFlight -= 1;
    trace?.end(traceOutcome(this.phase, refusal));
  }

  /** Gives back what stages took, the last one first. */
  private undo(): void {
    const { undos } = this;
    this.undos = undefined;
    while (undos && undos.length > 0) {
      try {
        undos.pop()?.();
      } catch (error) {
        this.log(error);
      }
    }
  }

  private log(error: unknown): void {
    const { gateway, requestId } = this.exchange;
    gateway.log.error({ err: error, request_id: requestId }, 'request_failed');
  }
}
