import { backoffMs } from '@aicp/common/time/backoff';
import { rewriteBody } from '../../protocols/openai/rewrite-body.ts';
import type { RuntimeModel } from '../../routing/runtime-model.ts';
import type { RuntimeProvider } from '../../routing/runtime-provider.ts';
import type { Exchange } from '../exchange.ts';
import type { Ending } from '../ending.ts';
import { internalError, type Refusal } from '../refusal.ts';
import { traceOf } from '../request-id.ts';
import { Attempt, type AttemptOwner } from './attempt.ts';
import { isWorthRetrying, refusalOf, type Failure } from './failure.ts';

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
export function dispatch(exchange: Exchange, done: (refusal?: Refusal) => void): void {
  new Dispatch(exchange, done).begin();
}

/** Failures to connect differ by their code (a certificate, a refusal); others are told once for their kind. */
const subjectOf = ({ kind, detail }: Failure): string => (kind === 'connection' ? detail : kind);

class Dispatch implements AttemptOwner {
  private readonly exchange: Exchange;
  private readonly done: () => void;
  private readonly trace: string;
  private retries: Map<RuntimeProvider, number> | undefined;
  private index = -1;
  private attempt: Attempt | undefined;
  private waiting: AbortController | undefined;
  private lastFailure: Failure | undefined;
  private isOver = false;

  constructor(exchange: Exchange, done: () => void) {
    this.exchange = exchange;
    this.done = done;
    this.trace = traceOf(exchange.request);
  }

  begin(): void {
    this.exchange.onGone = () => {
      this.waiting?.abort();
      this.ended({ kind: 'gone', part: this.attempt?.cancel() });
    };
    if (this.exchange.isGone) this.ended({ kind: 'gone', part: undefined });
    else this.next();
  }

  ended(ending: Ending): void {
    if (this.isOver) return;
    this.isOver = true;
    this.exchange.onGone = undefined;
    this.exchange.ending = ending;
    this.exchange.note('dispatch', ending.kind, this.exchange.served?.id);
    this.done();
  }

  failed(failure: Failure): void {
    const { served } = this.exchange;
    if (this.isOver || !served) return;
    this.attempt = undefined;
    this.lastFailure = failure;
    this.note(served, failure);
    const { provider } = served;
    const retries = this.retries?.get(provider) ?? 0;
    const wait = failure.retryAfterMs ?? 0;
    const isShort = wait <= Math.min(LONGEST_WAIT_MS, this.remainingMs);
    if (isWorthRetrying(failure) && retries < provider.maxRetries && isShort) {
      this.retries ??= new Map();
      this.retries.set(provider, retries + 1);
      this.retryLater(served, Math.max(wait, this.backoff(retries)));
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
    const model = isLate ? undefined : this.exchange.candidates[this.index];
    if (!model) {
      const asked = this.exchange.askedName ?? '';
      const last = this.lastFailure ?? (isLate ? OUT_OF_TIME : undefined);
      this.ended({ kind: 'failed', refusal: refusalOf(last, asked) });
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
    const { exchange } = this;
    const { chat, gateway, requestId } = exchange;
    exchange.served = model;
    exchange.attempts += 1;
    if (exchange.sentAt === 0) exchange.sentAt = gateway.clock.monotonic();
    const body = rewriteBody({
      body: chat.body,
      spans: chat.spans,
      model: model.upstreamModel === chat.model ? undefined : model.upstreamModel,
      addUsage: chat.stream && !chat.wantsUsage,
    });
    const { client, timeoutMs } = model.provider;
    this.attempt = new Attempt(exchange, this);
    const { promptCharacters } = chat;
    this.attempt.begin(client, {
      ...{ body, promptCharacters, requestId, trace: this.trace, timeoutMs },
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
