import {
  UpstreamError,
  type ProviderClient,
  type UpstreamCall,
  type UpstreamHeaders,
  type UpstreamReceiver,
  type UpstreamRequest,
} from '../../providers/upstream/provider-client.ts';
import { NO_SECRETS } from '../../providers/upstream/secret-guard.ts';
import type { AnswerPart } from '../../protocols/protocol.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Delivery, Ending } from '../exchange/phases.ts';
import { AnswerDecoder, isEncoded, type DecodedListener } from '../answer/answer-decoder.ts';
import type { AnswerOwner, AnswerReader } from '../answer/answer-reader.ts';
import { DocumentReader } from '../answer/document-reader.ts';
import { RejectionReader } from '../answer/rejection-reader.ts';
import { StreamReader } from '../answer/stream-reader.ts';
import type { AttemptRecord, Blame } from '../../health/attempt-record.ts';
import type { FailureKind } from '../../health/target-health.ts';
import type { Deadline } from '../exchange/deadlines.ts';
import { blameOf, kindOfStatus, retryAfterMs, type Failure } from '../exchange/failure.ts';

const SLICE_BYTES = 131_072;
/** A provider that has sent all of an answer has so long to end it, so that its connection can be used again. */
const LINGER_MS = 1000;
const LINGER_BYTES = 65_536;

/** Who asked for the attempt. */
export interface AttemptOwner {
  /** The answer is over, well or not. */
  ended(ending: Ending): void;
  /** Nothing has reached the client, and another may try. */
  failed(failure: Failure): void;
}

/**
 * One request to one provider, from its first byte to its last. It has the provider's time for a whole answer, and as a stream for its
 * first content and from one content to the next, however slowly bytes drip in between; and never longer than the request has.
 */
export class Attempt implements UpstreamReceiver, AnswerOwner, DecodedListener {
  private readonly delivery: Delivery;
  private readonly exchange: Exchange;
  private readonly owner: AttemptOwner;
  private readonly record: AttemptRecord;
  private timeoutMs = 0;
  private guard = NO_SECRETS;
  private call: UpstreamCall | undefined;
  private reader: AnswerReader | undefined;
  private decoder: AnswerDecoder | undefined;
  private deadline: Deadline | undefined;
  /** Bytes since others had their turn. */
  private sliceBytes = 0;
  /** Whether the client is slow. */
  private isPaused = false;
  /** What was left of the provider's time when it was. */
  private leftMs = 0;
  /** Whether the answer has ended, and the call need not have. */
  private isOver = false;
  /** Whether nothing more comes of the call. */
  private isAtEnd = false;
  private lingering: UpstreamCall | undefined;
  private lingeringUntil: Deadline | undefined;
  private lingeringBytes = 0;

  constructor(options: { delivery: Delivery; owner: AttemptOwner; record: AttemptRecord }) {
    const { delivery, owner } = options;
    this.delivery = delivery;
    this.record = options.record;
    this.exchange = delivery.exchange;
    this.owner = owner;
  }

  /** Sends it. */
  begin(client: ProviderClient, request: UpstreamRequest): void {
    this.timeoutMs = request.timeoutMs;
    this.guard = client.guard;
    this.deadline = this.exchange.gateway.deadlines.add(this.nextDue(request.timeoutMs), () => {
      this.timeUp();
    });
    this.call = client.send(request, this);
  }

  /** The client is gone: ends the call, and answers what it had of an answer. */
  cancel(): AnswerPart | undefined {
    const { reader } = this;
    this.stop();
    reader?.drop();
    this.record.dropped();
    return reader?.part;
  }

  onStart(status: number, headers: UpstreamHeaders): void {
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
    const { exchange } = this;
    if (kind === 'rejected') this.reader = new RejectionReader({ owner: this, status, exchange });
    else this.read(headers);
  }

  onData(chunk: Buffer): void {
    if (this.isOver) {
      this.lingeringBytes += chunk.length;
      if (this.lingeringBytes > LINGER_BYTES) this.lingering?.cancel();
      return;
    }
    this.giveWay(chunk.length);
    if (this.decoder) this.decoder.push(chunk);
    else this.reader?.push(chunk);
  }

  onEnd(): void {
    this.isAtEnd = true;
    this.forget();
    if (this.decoder) this.decoder.end();
    else this.reader?.end();
  }

  onError(error: UpstreamError): void {
    if (this.isOver) {
      this.forget();
      return;
    }
    this.isAtEnd = true;
    const { gateway, requestId } = this.exchange;
    if (error.kind === 'fault') {
      gateway.log.error({ err: error.cause, request_id: requestId }, 'request_failed');
    }
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
    this.owner.ended(ending);
  }

  failed(failure: Failure): void {
    this.reader?.drop();
    this.stop();
    const { kind, retryAfterMs: waitMs } = failure;
    if (kind !== 'unusable') this.record.failed(kind, this.blameFor(kind), waitMs);
    this.owner.failed(failure);
  }

  progressed(): void {
    this.record.began();
    this.leftMs = this.timeoutMs;
    if (this.deadline) this.deadline.dueAt = this.nextDue(this.timeoutMs);
  }

  /** A client that reads slowly is not the provider's fault: its time stands still, and the request's goes on. */
  pause(): void {
    const { deadline } = this;
    this.isPaused = true;
    this.call?.pause();
    this.decoder?.pause();
    if (!deadline) return;
    const leftMs = deadline.dueAt - this.exchange.gateway.clock.monotonic();
    this.leftMs = Math.min(this.timeoutMs, Math.max(0, leftMs));
    deadline.dueAt = this.exchange.mustEndAt;
  }

  resume(): void {
    this.isPaused = false;
    if (this.deadline) this.deadline.dueAt = this.nextDue(this.leftMs);
    this.decoder?.resume();
    this.call?.resume();
  }

  onFull(): void {
    this.call?.pause();
  }

  onDrained(): void {
    if (!this.isPaused) this.call?.resume();
  }

  /** A provider that sends fast would be read for many milliseconds on end: every now and then it is the turn of others. */
  private giveWay(bytes: number): void {
    this.sliceBytes += bytes;
    const { call } = this;
    if (this.sliceBytes < SLICE_BYTES || !call) return;
    this.sliceBytes = 0;
    call.pause();
    setImmediate(() => {
      if (this.call === call && !this.isPaused) call.resume();
    });
  }

  private read(headers: UpstreamHeaders): void {
    const { delivery, guard } = this;
    const contentType = textOf(headers['content-type']) ?? '';
    const isStream = contentType.toLowerCase().startsWith('text/event-stream');
    const options = { delivery, guard, owner: this };
    if (isStream !== delivery.routed.input.stream) {
      const detail = isStream
        ? 'the answer is a stream, and none was asked for'
        : 'a stream was asked for, and the answer is none';
      this.failed({ kind: 'unexpected', detail });
    } else {
      this.reader = isStream ? new StreamReader(options) : new DocumentReader(options);
    }
  }

  private nextDue(ms: number): number {
    const { gateway, mustEndAt } = this.exchange;
    if (this.isPaused) return mustEndAt;
    return Math.min(gateway.clock.monotonic() + ms, mustEndAt);
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

  /** Nobody is to blame where the request's time was over. */
  private blameFor(kind: FailureKind): Blame {
    const { gateway, mustEndAt } = this.exchange;
    return gateway.clock.monotonic() >= mustEndAt ? 'nobody' : blameOf(kind);
  }

  /** The call may still end by itself for a short time. What it says is not heard any more. */
  private linger(): void {
    const { gateway } = this.exchange;
    const { call } = this;
    if (!call || this.isAtEnd) return;
    this.isOver = true;
    this.lingering = call;
    this.call = undefined;
    this.lingeringUntil = gateway.deadlines.add(gateway.clock.monotonic() + LINGER_MS, () => {
      this.lingering?.cancel();
      this.forget();
    });
    call.resume();
  }

  /** The call that lingered is over. */
  private forget(): void {
    if (this.lingeringUntil) this.exchange.gateway.deadlines.remove(this.lingeringUntil);
    this.lingeringUntil = undefined;
    this.lingering = undefined;
  }

  /** Nothing more is heard of the call. One that is complete leaves its connection for the next. */
  private stop(): void {
    const { gateway } = this.exchange;
    this.delivery.answeredAt = gateway.clock.monotonic();
    if (this.deadline) gateway.deadlines.remove(this.deadline);
    this.deadline = undefined;
    this.reader = undefined;
    this.decoder?.destroy();
    this.decoder = undefined;
    this.call?.cancel();
    this.call = undefined;
  }
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
