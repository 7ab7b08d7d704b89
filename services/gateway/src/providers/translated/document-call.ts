import type {
  DocumentTranslation,
  TranslatedRequest,
} from '../../formats/documents/document-translation.ts';
import { Undecodable } from '../../formats/format.ts';
import {
  UpstreamError,
  type UpstreamCall,
  type UpstreamHeaders,
  type UpstreamReceiver,
} from '../upstream/provider-client.ts';

/** No answer that is read at once is larger. */
const LARGEST_DOCUMENT = 32 * 1_048_576;
/** No error needs more words. */
const LARGEST_FAULT = 65_536;

interface DocumentCallOptions {
  readonly way: DocumentTranslation;
  readonly receiver: UpstreamReceiver;
  /** Sends a request to the vendor. */
  readonly send: (body: Buffer, receiver: UpstreamReceiver) => UpstreamCall;
}

/** A request that is no conversation, whose answer is translated when all of it is there. */
export class DocumentCall implements UpstreamCall, UpstreamReceiver {
  readonly dropped: readonly string[];
  private readonly request: TranslatedRequest;
  private readonly way: DocumentTranslation;
  private readonly receiver: UpstreamReceiver;
  private readonly send: DocumentCallOptions['send'];
  private call: UpstreamCall | undefined;
  private status = 0;
  /** Answers to what was asked before, where a request is sent as several. */
  private readonly answers: Buffer[] = [];
  private pieces: Buffer[] = [];
  private size = 0;
  /** Whether the receiver has heard the last of it. */
  private isOver = false;

  constructor(request: TranslatedRequest, { way, receiver, send }: DocumentCallOptions) {
    this.dropped = request.dropped;
    this.request = request;
    this.way = way;
    this.receiver = receiver;
    this.send = send;
  }

  /** Sends the request, or what of it comes first. */
  begin(): void {
    this.ask(this.request.body);
  }

  pause(): void {
    this.call?.pause();
  }

  resume(): void {
    this.call?.resume();
  }

  cancel(): void {
    this.isOver = true;
    this.call?.cancel();
  }

  onStart(status: number, headers: UpstreamHeaders): void {
    this.status = status;
    const encoding = String(headers['content-encoding'] ?? 'identity');
    const json = { 'content-type': 'application/json' };
    const isFirst = this.answers.length === 0;
    if (status >= 400 && !isFirst) this.fail(`a part of the request was answered with ${status}`);
    else if (status >= 400) this.receiver.onStart(status, { ...headers, ...json });
    else if (encoding !== 'identity') this.fail(`the answer is encoded as ${encoding}`);
    else if (isFirst) this.receiver.onStart(200, json);
  }

  onData(chunk: Buffer): void {
    if (this.isOver) return;
    const isFault = this.status >= 400;
    if (!isFault || this.size < LARGEST_FAULT) this.pieces.push(Buffer.from(chunk));
    this.size += chunk.length;
    if (!isFault && this.size > LARGEST_DOCUMENT) this.fail('the answer is too large');
  }

  onEnd(): void {
    if (this.isOver) return;
    const body = Buffer.concat(this.pieces);
    const next = this.status >= 400 ? undefined : this.request.more?.[this.answers.length];
    if (next) {
      this.answers.push(body);
      this.pieces = [];
      this.ask(next);
      return;
    }
    const said = this.said(body);
    if (said === undefined) return;
    this.isOver = true;
    this.receiver.onData(said);
    this.receiver.onEnd();
  }

  onError(error: UpstreamError): void {
    if (this.isOver) return;
    this.isOver = true;
    this.receiver.onError(error);
  }

  private ask(body: Buffer): void {
    this.call = this.send(body, this);
    if (this.isOver) this.call.cancel();
  }

  /** The answer, or the error, in the client's API; undefined where it is none. */
  private said(body: Buffer): Buffer | undefined {
    const { way, status, request, answers } = this;
    if (status >= 400) return way.writeFault(way.readFault(body, status), status);
    try {
      const [first] = answers;
      if (!first) return request.answerOf(body);
      return request.answerOf(first, [...answers.slice(1), body]);
    } catch (error) {
      if (!(error instanceof Undecodable)) throw error;
      this.fail(error.message);
      return undefined;
    }
  }

  private fail(message: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.call?.cancel();
    this.receiver.onError(new UpstreamError('connection', message));
  }
}
