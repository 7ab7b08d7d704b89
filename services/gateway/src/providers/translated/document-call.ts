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

/** A request that is no conversation, whose answer is translated when all of it is there. */
export class DocumentCall implements UpstreamCall, UpstreamReceiver {
  readonly dropped: readonly string[];
  private readonly request: TranslatedRequest;
  private readonly way: DocumentTranslation;
  private readonly receiver: UpstreamReceiver;
  private call: UpstreamCall | undefined;
  private status = 0;
  private readonly pieces: Buffer[] = [];
  private size = 0;
  /** Whether the receiver has heard the last of it. */
  private isOver = false;

  constructor(
    request: TranslatedRequest,
    { way, receiver }: { readonly way: DocumentTranslation; readonly receiver: UpstreamReceiver },
  ) {
    this.dropped = request.dropped;
    this.request = request;
    this.way = way;
    this.receiver = receiver;
  }

  /** The request was sent. */
  begin(call: UpstreamCall): void {
    this.call = call;
    if (this.isOver) call.cancel();
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
    if (status >= 400) this.receiver.onStart(status, { ...headers, ...json });
    else if (encoding === 'identity') this.receiver.onStart(200, json);
    else this.fail(`the answer is encoded as ${encoding}`);
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
    const said = this.said(Buffer.concat(this.pieces));
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

  /** The answer, or the error, in the client's API; undefined where it is none. */
  private said(body: Buffer): Buffer | undefined {
    const { way, status, request } = this;
    if (status >= 400) return way.writeFault(way.readFault(body, status), status);
    try {
      return request.answerOf(body);
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
