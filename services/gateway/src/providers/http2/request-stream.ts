import {
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2';
import type { Carrier, WireCall } from '../http1/wire-call.ts';
import { UpstreamError } from '../upstream/provider-client.ts';
import { fromStreamHeaders, toStreamHeaders } from './stream-headers.ts';

/** How a stream ended: `refused`: the peer did not look at it. */
type Ending = 'over' | 'refused' | 'timeout';

export interface RequestStreamOptions {
  readonly call: WireCall;
  readonly http2: ClientHttp2Session;
  readonly scheme: string;
  readonly ended: (ending: Ending) => void;
  /** What is known of why the session broke. */
  readonly whyBroken: () => UpstreamError | undefined;
}

/** One request on a session. */
export class RequestStream implements Carrier {
  private readonly call: WireCall;
  private readonly ended: (ending: Ending) => void;
  private readonly whyBroken: RequestStreamOptions['whyBroken'];
  private readonly stream: ClientHttp2Stream;
  private hasBegun = false;
  private isOver = false;

  constructor({ call, http2, scheme, ended, whyBroken }: RequestStreamOptions) {
    this.call = call;
    this.ended = ended;
    this.whyBroken = whyBroken;
    call.carrier = this;
    const { head, body, timeoutMs } = call.request;
    this.stream = http2.request(toStreamHeaders(head, scheme));
    this.stream
      .on('response', (headers) => {
        this.begin(headers);
      })
      .on('data', (chunk: Buffer) => {
        this.heard(() => {
          call.receiver.onData(chunk);
        });
      })
      .on('end', () => {
        this.end();
      })
      .on('error', () => undefined)
      .on('close', () => {
        this.closed();
      })
      .on('timeout', () => {
        this.fail(new UpstreamError('timeout', 'no answer in time'), 'timeout');
      });
    this.stream.setTimeout(timeoutMs);
    this.stream.end(body);
  }

  pause(): void {
    this.stream.setTimeout(0);
    this.stream.pause();
  }

  resume(): void {
    this.stream.setTimeout(this.call.request.timeoutMs);
    this.stream.resume();
  }

  cancel(): void {
    if (this.isOver) return;
    this.over('over');
    this.stream.close(constants.NGHTTP2_CANCEL);
  }

  private begin(headers: IncomingHttpHeaders): void {
    this.hasBegun = true;
    this.heard(() => {
      this.call.receiver.onStart(Number(headers[':status']), fromStreamHeaders(headers));
    });
  }

  private end(): void {
    if (this.isOver) return;
    // A stream that is reset ends as well; what it was is told by its close.
    if (!this.hasBegun || this.stream.rstCode !== constants.NGHTTP2_NO_ERROR) return;
    this.over('over');
    try {
      this.call.receiver.onEnd();
    } catch (error) {
      this.call.receiver.onError(faultOf(error));
    }
  }

  /** Without an end before it. */
  private closed(): void {
    if (this.isOver) return;
    const { rstCode } = this.stream;
    if (rstCode === constants.NGHTTP2_REFUSED_STREAM && !this.hasBegun) {
      this.over('refused');
      return;
    }
    const broken = this.whyBroken();
    this.fail(broken ?? new UpstreamError('connection', wordsOf(rstCode)), 'over');
  }

  /** Hands something to the receiver, which may throw. */
  private heard(tell: () => void): void {
    if (this.isOver) return;
    try {
      tell();
    } catch (error) {
      this.fail(faultOf(error), 'over');
    }
  }

  private fail(error: UpstreamError, ending: Ending): void {
    if (this.isOver) return;
    this.over(ending);
    this.stream.close(constants.NGHTTP2_CANCEL);
    this.call.receiver.onError(error);
  }

  private over(ending: Ending): void {
    this.isOver = true;
    this.stream.setTimeout(0);
    this.ended(ending);
  }
}

const faultOf = (error: unknown): UpstreamError =>
  new UpstreamError('fault', 'the answer could not be taken', error);

const wordsOf = (code: number): string => {
  const name = NAMES.get(code);
  if (name === undefined || code === constants.NGHTTP2_NO_ERROR) {
    return 'closed before the end of the answer';
  }
  return `the stream was reset before the end of the answer (${name})`;
};

/** `INTERNAL_ERROR` by its number. */
const NAMES: ReadonlyMap<number | undefined, string> = new Map([
  [constants.NGHTTP2_NO_ERROR, 'NO_ERROR'],
  [constants.NGHTTP2_PROTOCOL_ERROR, 'PROTOCOL_ERROR'],
  [constants.NGHTTP2_INTERNAL_ERROR, 'INTERNAL_ERROR'],
  [constants.NGHTTP2_FLOW_CONTROL_ERROR, 'FLOW_CONTROL_ERROR'],
  [constants.NGHTTP2_REFUSED_STREAM, 'REFUSED_STREAM'],
  [constants.NGHTTP2_CANCEL, 'CANCEL'],
  [constants.NGHTTP2_ENHANCE_YOUR_CALM, 'ENHANCE_YOUR_CALM'],
]);
