import { backoffMs } from '@aicp/common/time/backoff';
import { AttemptRecord } from '../../health/attempt-record.ts';
import type { RuntimeModel, RuntimeProvider } from '../../routing/runtime.ts';
import { type Exchange, traceOf } from '../exchange/exchange.ts';
import { Delivery, type Answered, type Routed, type Ending } from '../exchange/phases.ts';
import type { Flow, Stage } from '../exchange/stage.ts';
import { internalError } from '../exchange/refusal.ts';
import { Attempt, type AttemptOwner } from './attempt.ts';
import { isWorthRetrying, refusalOf, type Failure } from '../exchange/failure.ts';

const BACKOFF_BASE_MS = 100;
const BACKOFF_MOST_MS = 2000;
/** A provider that asks for a longer wait is not waited for. */
const LONGEST_WAIT_MS = 5000;

/** Of a request whose time is over before anybody is asked: its body came too slowly. */
const OUT_OF_TIME: Failure = { kind: 'timeout', detail: 'the time of the request is over' };

/** What is told at the default level, at a bounded rate, of attempts that fail. */
const ALARMS: Readonly<Partial<Record<Failure['kind'], string>>> = {
  credential: 'credential_refused',
  connection: 'provider_failed',
  timeout: 'provider_failed',
  busy: 'provider_failed',
  server_error: 'provider_failed',
  unexpected: 'provider_failed',
  overloaded: 'answers_exceed_memory',
};

/**
 * Stage: asks the candidates in order until one answers. Another try, at the same provider or the next, is only made while the
 * client has not had a byte.
 */
export const dispatch: Stage<'routed', 'answered'> = {
  name: 'dispatch',
  from: 'routed',
  to: 'answered',
  hasEffects: true,
  run(phase, flow) {
    new Dispatch(phase, flow).begin();
  },
};

/** Failures to connect differ by their code (a certificate, a refusal); others are told once for their kind. */
const subjectOf = ({ kind, detail }: Failure): string => (kind === 'connection' ? detail : kind);

class Dispatch implements AttemptOwner {
  private readonly exchange: Exchange;
  private readonly routed: Routed;
  private readonly delivery: Delivery;
  private readonly flow: Flow<Answered>;
  private readonly trace: string;
  private retries: Map<RuntimeProvider, number> | undefined;
  private index = -1;
  private attempt: Attempt | undefined;
  private waiting: AbortController | undefined;
  private lastFailure: Failure | undefined;
  private isOver = false;

  constructor(routed: Routed, flow: Flow<Answered>) {
    this.exchange = routed.exchange;
    this.routed = routed;
    this.delivery = new Delivery(routed);
    this.flow = flow;
    this.trace = traceOf(routed.exchange.request);
  }

  begin(): void {
    this.exchange.onGone = () => {
      const { attempt } = this;
      this.waiting?.abort();
      this.ended({ kind: 'gone', inFlight: attempt !== undefined, part: attempt?.cancel() });
    };
    if (this.exchange.isGone) this.ended({ kind: 'gone', inFlight: false, part: undefined });
    else this.next();
  }

  ended(ending: Ending): void {
    if (this.isOver) return;
    this.isOver = true;
    this.exchange.onGone = undefined;
    const { routed, delivery } = this;
    this.exchange.note('dispatch', ending.kind, delivery.model?.id);
    this.flow.pass({ ...routed, phase: 'answered', delivery, ending });
  }

  failed(failure: Failure): void {
    const { model } = this.delivery;
    if (this.isOver || !model) return;
    this.attempt = undefined;
    this.lastFailure = failure;
    this.note(model, failure);
    const { provider } = model;
    const retries = this.retries?.get(provider) ?? 0;
    const wait = failure.retryAfterMs ?? 0;
    const isShort = wait <= Math.min(LONGEST_WAIT_MS, this.remainingMs);
    if (isWorthRetrying(failure) && retries < provider.maxRetries && isShort) {
      this.retries ??= new Map();
      this.retries.set(provider, retries + 1);
      this.retryLater(model, Math.max(wait, this.backoff(retries)));
    } else {
      this.contained(() => {
        this.next();
      });
    }
  }

  /** Goes to the next candidate that can be used. */
  private next(): void {
    this.index += 1;
    const isLate = this.remainingMs <= 0;
    const model = isLate ? undefined : this.routed.candidates[this.index];
    if (!model) {
      const last = this.lastFailure ?? (isLate ? OUT_OF_TIME : undefined);
      this.ended({ kind: 'failed', refusal: refusalOf(last, this.routed.requestedName) });
      return;
    }
    const { unusable } = model.provider;
    if (unusable === undefined) {
      this.send(model);
      return;
    }
    this.note(model, { kind: 'unusable', detail: unusable });
    this.next();
  }

  /** What is left of the request's time. */
  private get remainingMs(): number {
    return this.exchange.mustEndAt - this.exchange.gateway.clock.monotonic();
  }

  private send(model: RuntimeModel): void {
    const { exchange, delivery } = this;
    const { input } = this.routed;
    const { gateway, requestId } = exchange;
    delivery.model = model;
    delivery.attempts += 1;
    delivery.sentAt ??= gateway.clock.monotonic();
    const body = input.bodyFor(model.upstreamModel);
    const { targets, timeoutMs } = model.provider;
    const [target] = targets;
    if (!target) return;
    delivery.target = target;
    const { clock } = gateway;
    const record = new AttemptRecord({ clock, target: target.health, model: model.health });
    this.attempt = new Attempt({ delivery, owner: this, record });
    const { promptCharacters } = input;
    this.attempt.begin(target.client, {
      body,
      promptCharacters,
      requestId,
      trace: this.trace,
      timeoutMs,
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
          this.send(model);
        });
      },
      (error: unknown) => {
        if (!waiting.signal.aborted) this.crashed(error);
      },
    );
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
    this.ended({ kind: 'failed', refusal: internalError() });
  }

  private backoff(attempt: number): number {
    const { random } = this.exchange.gateway;
    return backoffMs({ attempt, baseMs: BACKOFF_BASE_MS, maxMs: BACKOFF_MOST_MS, random });
  }

  private note(model: RuntimeModel, failure: Failure): void {
    const { gateway, requestId } = this.exchange;
    const { kind, detail } = failure;
    const provider = model.provider.id;
    this.exchange.note('dispatch', kind, `${model.id}: ${detail}`);
    gateway.metrics.attemptFailed(provider, kind);
    gateway.log.debug(
      { provider, model: model.id, kind, detail, request_id: requestId },
      'attempt_failed',
    );
    const event = ALARMS[kind];
    if (event !== undefined)
      gateway.alarms.warn(event, `${provider} ${subjectOf(failure)}`, { provider, kind, detail });
  }
}
