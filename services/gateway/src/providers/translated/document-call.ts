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

/** No answer of a vendor is larger. */
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
  /** How many answers are read, where a request is sent as several. */
  private taken = 0;
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
    const isFirst = this.taken === 0;
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
    this.pieces = [];
    this.size = 0;
    try {
      this.hear(body);
    } catch (error) {
      if (!(error instanceof Undecodable)) throw error;
      this.fail(error.message);
    }
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

  /** Asks for what comes next, or tells the answer, or the error, in the client's API. Throws `Undecodable`. */
  private hear(body: Buffer): void {
    const { way, status, request } = this;
    if (status >= 400) {
      this.end(way.writeFault(way.readFault(body, status), status));
      return;
    }
    request.take(body);
    const next = request.more?.[this.taken];
    this.taken += 1;
    if (next) this.ask(next);
    else this.end(request.answer());
  }

  private end(said: Buffer): void {
    this.isOver = true;
    this.receiver.onData(said);
    this.receiver.onEnd();
  }

  private fail(message: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.call?.cancel();
    this.receiver.onError(new UpstreamError('connection', message));
  }
}
