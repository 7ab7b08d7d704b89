import {
  UpstreamError,
  type UpstreamCall,
  type UpstreamHeaders,
  type UpstreamReceiver,
  type UpstreamRequest,
} from '../../providers/upstream/provider-client.ts';
import type { AnswerPart } from '../../protocols/protocol.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Delivery, Ending, MadeAttempt } from '../exchange/phases.ts';
import { AnswerDecoder, isEncoded, type DecodedListener } from '../answer/answer-decoder.ts';
import type { AnswerOwner, AnswerReader } from '../answer/answer-reader.ts';
import { DocumentReader } from '../answer/document-reader.ts';
import { RejectionReader } from '../answer/rejection-reader.ts';
import { namingFor } from '../held/naming.ts';
import { StreamReader } from '../answer/stream-reader.ts';
import { AttemptRecord, type Blame } from '../../health/attempt-record.ts';
import type { FailureKind } from '../../health/target-health.ts';
import type { Choice } from './candidate-order.ts';
import { AttemptTime } from './attempt-time.ts';
import { Lingering } from './lingering.ts';
import { ReadingPace } from './reading-pace.ts';
import type { RuntimeModel, RuntimeTarget } from '../../routing/runtime.ts';
import { blameOf, kindOfStatus, retryAfterMs, type AttemptFailure } from '../exchange/failure.ts';

/** Who asked for the attempt. */
export interface AttemptOwner {
  /** The client is about to get the first byte, from this attempt. */
  begins(attempt: Attempt): void;
  /** The answer is over, well or not. */
  ended(attempt: Attempt, ending: Ending): void;
  /** Nothing has reached the client, and another may try. */
  failed(attempt: Attempt, failure: AttemptFailure): void;
}

/** What is sent, but for the times that the model gives. */
export type AttemptRequest = Omit<UpstreamRequest, 'connectTimeoutMs' | 'timeoutMs'>;

/**
 * One request to one provider, from its first byte to its last. It has its time (`AttemptTime`): as a stream for its first
 * content and from one content to the next, however slowly bytes drip in between.
 */
export class Attempt implements MadeAttempt, UpstreamReceiver, AnswerOwner, DecodedListener {
  readonly model: RuntimeModel;
  readonly target: RuntimeTarget;
  private readonly delivery: Delivery;
  private readonly exchange: Exchange;
  private readonly owner: AttemptOwner;
  readonly record: AttemptRecord;
  dropped: readonly string[] | undefined;
  private call: UpstreamCall | undefined;
  private reader: AnswerReader | undefined;
  private decoder: AnswerDecoder | undefined;
  private readonly time: AttemptTime;
  private readonly pace = new ReadingPace();
  /** Whether it took longer than it may. */
  private isOutOfTime = false;
  private isStream: boolean;
  /** Whether nothing more comes of the call. */
  private isAtEnd = false;
  /** What is left of the call when its answer has ended. */
  private lingering: Lingering | undefined;

  /** Its time begins. */
  constructor(delivery: Delivery, owner: AttemptOwner, { model, target }: Choice) {
    const { exchange } = delivery;
    this.delivery = delivery;
    this.isStream = delivery.routed.input.stream;
    this.exchange = exchange;
    this.owner = owner;
    this.model = model;
    this.target = target;
    this.record = new AttemptRecord({
      clock: exchange.gateway.clock,
      target: target.health,
      model: model.health,
      trace: exchange.trace?.attempt({
        model,
        routed: delivery.routed,
        number: delivery.attempts + 1,
      }),
    });
    this.time = new AttemptTime({
      exchange,
      limits: model.timeLimits,
      isStream: this.isStream,
      onDue: () => {
        this.timeUp();
      },
    });
  }

  /** Sends it. */
  begin(request: AttemptRequest): void {
    const { connectMs, firstByteMs, idleMs } = this.model.timeLimits;
    const timeoutMs = Math.max(firstByteMs, idleMs);
    const trace = this.record.traceHeaders ?? request.trace;
    const timed = { ...request, trace, connectTimeoutMs: connectMs, timeoutMs };
    this.call = this.target.client.send(timed, this);
    this.dropped = this.call.dropped;
  }

  /** Nobody waits for it any more: ends the call, and answers what it had of an answer. */
  cancel(): AnswerPart | undefined {
    const { reader } = this;
    this.stop();
    reader?.drop();
    this.record.dropped();
    return reader?.part;
  }

  onStart(status: number, headers: UpstreamHeaders): void {
    this.record.heard(status);
    const kind = kindOfStatus(status);
    if (kind !== 'answer' && kind !== 'rejected') {
      const wait = retryAfterMs(headers, this.exchange.gateway.clock.now());
      this.failed({ kind, detail: `the provider answered ${status}`, retryAfterMs: wait });
      return;
    }
    const encoding = textOf(headers['content-encoding']);
    if (isEncoded(encoding)) {
      this.decoder = AnswerDecoder.of(encoding, this);
      if (!this.decoder) {
        this.failed({ kind: 'unexpected', detail: `the answer is encoded as ${encoding}` });
        return;
      }
    }
    const { delivery } = this;
    if (kind === 'rejected') this.time.heard();
    if (kind === 'rejected') this.reader = new RejectionReader({ owner: this, status, delivery });
    else this.read(headers);
  }

  onData(chunk: Buffer): void {
    if (this.lingering) {
      this.lingering.hear(chunk.length);
      return;
    }
    const { call } = this;
    this.pace.came(chunk.length, call, () => this.call === call);
    if (!this.isStream) this.time.heard();
    if (this.decoder) this.decoder.push(chunk);
    else this.reader?.push(chunk);
  }

  onEnd(): void {
    this.isAtEnd = true;
    this.lingering?.ended();
    if (this.decoder) this.decoder.end();
    else this.reader?.end();
  }

  onError(error: UpstreamError): void {
    if (this.lingering) {
      this.lingering.ended();
      return;
    }
    this.isAtEnd = true;
    const { gateway, requestId } = this.exchange;
    if (error.kind === 'fault') {
      gateway.log.error({ err: error.cause, request_id: requestId }, 'request_failed');
    }
    if (error.kind === 'timeout') this.isOutOfTime = true;
    if (this.reader) this.reader.broke(error);
    else this.failed({ kind: error.kind, detail: error.message });
  }

  onDecoded(chunk: Buffer): void {
    this.reader?.push(chunk);
  }

  onDecodedEnd(): void {
    this.reader?.end();
  }

  onUndecodable(error: Error): void {
    this.onError(new UpstreamError('connection', 'the answer cannot be decoded', error));
  }

  ended(ending: Ending): void {
    if (ending.kind === 'streamed') this.linger();
    this.stop();
    this.recordEnding(ending);
    this.owner.ended(this, ending);
  }

  failed(failure: AttemptFailure): void {
    this.reader?.drop();
    this.stop();
    const { kind, retryAfterMs: waitMs } = failure;
    this.record.failed(kind, this.blameFor(kind), waitMs);
    this.owner.failed(this, failure);
  }

  begins(): void {
    this.owner.begins(this);
  }

  progressed(): void {
    this.record.began();
    this.time.heard();
  }

  faulted(error: unknown): void {
    this.call?.cancel();
    this.onError(new UpstreamError('fault', 'the answer could not be taken', error));
  }

  get isOver(): boolean {
    return this.reader === undefined;
  }

  /** Neither a client that reads slowly nor a long look is the provider's fault. */
  pause(): void {
    if (!this.pace.pause()) return;
    this.call?.pause();
    this.decoder?.pause();
    this.time.pause();
    this.record.paused();
  }

  resume(): void {
    if (!this.pace.resume()) return;
    this.time.resume();
    this.record.resumed();
    this.decoder?.resume();
    this.call?.resume();
  }

  onFull(): void {
    this.call?.pause();
  }

  onDrained(): void {
    if (!this.pace.isPaused) this.call?.resume();
  }

  private read(headers: UpstreamHeaders): void {
    const { delivery } = this;
    const { guard } = this.target.client;
    const contentType = textOf(headers['content-type']) ?? '';
    const isStream = contentType.toLowerCase().startsWith('text/event-stream');
    const naming = namingFor(delivery, this);
    const options = { delivery, guard, owner: this, contentType, naming };
    // A model that knows no streams was asked for one: its answer is a document.
    if (this.exchange.protocol.mayAnswerWhole === true) this.isStream &&= isStream;
    if (!this.isStream) this.time.heard();
    if (isStream !== this.isStream) {
      const detail = isStream
        ? 'the answer is a stream, and none was asked for'
        : 'a stream was asked for, and the answer is none';
      this.failed({ kind: 'unexpected', detail });
    } else {
      this.reader = isStream ? new StreamReader(options) : new DocumentReader(options);
    }
  }

  private timeUp(): void {
    this.call?.cancel();
    this.onError(new UpstreamError('timeout', 'no answer in time'));
  }

  private recordEnding(ending: Ending): void {
    const { record } = this;
    if (ending.kind === 'rejected') record.refused();
    else if (ending.kind === 'cut') record.failed('broken', this.blameFor('broken'));
    else if (ending.kind !== 'broken') record.answered();
    else record.failed('broken', ending.isOurs ? 'nobody' : this.blameFor('broken'));
  }

  /** Nobody is to blame where the request's time was over, and the model alone where it gave less time than others who use its provider do. */
  private blameFor(kind: FailureKind): Blame {
    const { gateway, mustEndAt } = this.exchange;
    if (gateway.clock.monotonic() >= mustEndAt) return 'nobody';
    return this.isOutOfTime && this.model.isHastier ? 'model' : blameOf(kind);
  }

  /** The call may still end by itself, which leaves its connection for the next. */
  private linger(): void {
    const { call } = this;
    if (!call || this.isAtEnd) return;
    this.call = undefined;
    this.lingering = new Lingering(this.exchange.gateway, call);
  }

  /** Nothing more is heard of the call. One that is complete leaves its connection for the next. */
  private stop(): void {
    const { gateway } = this.exchange;
    this.delivery.answeredAt = gateway.clock.monotonic();
    this.time.stop();
    this.reader = undefined;
    this.decoder?.destroy();
    this.decoder = undefined;
    this.call?.cancel();
    this.call = undefined;
  }
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
