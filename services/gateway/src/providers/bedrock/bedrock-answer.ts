import { parseJson } from '@aicp/common/json/parse-json';
import { isObject, textOf } from '../../formats/json/members.ts';
import {
  UpstreamError,
  type UpstreamHeaders,
  type UpstreamReceiver,
} from '../upstream/provider-client.ts';
import { BrokenFrame, EventFrames, type EventFrame } from './event-frames.ts';

/** No error needs more words. */
const LARGEST_FAULT = 65_536;

/** Errors whose status would be taken for another: what a model got wrong is no mistake of the client, and neither is a quota that is used up. */
const STATUSES: Readonly<Record<string, number>> = {
  ModelErrorException: 502,
  ModelStreamErrorException: 502,
  ServiceQuotaExceededException: 429,
};

export interface BedrockAnswerOptions {
  readonly receiver: UpstreamReceiver;
  /** Turns a frame into bytes of server-sent events. */
  readonly eventOf: (frame: EventFrame) => Buffer | undefined;
  /** The credential was refused. */
  readonly onRefused: () => void;
  /** Nothing further is wanted of the answer. */
  readonly cancel: () => void;
}

/** Hears an answer of Bedrock, and tells its receiver the same as other vendors write it: streams as server-sent events, errors with their type. */
export class BedrockAnswer implements UpstreamReceiver {
  private readonly options: BedrockAnswerOptions;
  private readonly frames = new EventFrames();
  private readonly pieces: Buffer[] = [];
  private size = 0;
  private errorType: string | undefined;
  private kind: 'document' | 'stream' | 'fault' = 'document';
  private isOver = false;

  constructor(options: BedrockAnswerOptions) {
    this.options = options;
  }

  onStart(status: number, headers: UpstreamHeaders): void {
    const { receiver, onRefused } = this.options;
    if (status >= 400) {
      this.kind = 'fault';
      this.errorType = String(headers['x-amzn-errortype'] ?? '').split(':')[0] || undefined;
      if (status === 401 || status === 403) onRefused();
      receiver.onStart(STATUSES[this.errorType ?? ''] ?? status, headers);
      return;
    }
    const type = String(headers['content-type'] ?? '');
    if (!/^application\/vnd\.amazon\.eventstream/i.test(type)) {
      receiver.onStart(status, headers);
      return;
    }
    this.kind = 'stream';
    receiver.onStart(status, { ...headers, 'content-type': 'text/event-stream' });
  }

  onData(chunk: Buffer): void {
    if (this.isOver) return;
    if (this.kind === 'document') this.options.receiver.onData(chunk);
    else if (this.kind === 'stream') this.stream(chunk);
    else if (this.size < LARGEST_FAULT) {
      this.pieces.push(Buffer.from(chunk));
      this.size += chunk.length;
    }
  }

  onEnd(): void {
    if (this.isOver) return;
    const { receiver } = this.options;
    if (this.kind === 'fault') receiver.onData(this.fault());
    if (this.kind === 'stream' && this.frames.isWithin) {
      this.fail('the stream ends within a frame');
      return;
    }
    this.isOver = true;
    receiver.onEnd();
  }

  onError(error: UpstreamError): void {
    if (this.isOver) return;
    this.isOver = true;
    this.options.receiver.onError(error);
  }

  private stream(chunk: Buffer): void {
    const events: Buffer[] = [];
    const problem = this.takeEvents(chunk, events);
    if (events.length > 0) this.options.receiver.onData(Buffer.concat(events));
    if (problem !== undefined) this.fail(problem);
  }

  /** Adds the events that are whole. Answers why there are no more of them; undefined: there may be. */
  private takeEvents(chunk: Buffer, events: Buffer[]): string | undefined {
    try {
      for (const frame of this.frames.push(chunk)) {
        const event = this.options.eventOf(frame);
        if (event) events.push(event);
      }
      return undefined;
    } catch (error) {
      if (error instanceof BrokenFrame) return error.message;
      throw error;
    }
  }

  /** The error with its type, which only its head says. */
  private fault(): Buffer {
    const body = Buffer.concat(this.pieces);
    const error = parseJson(body.toString());
    if (!isObject(error) || this.errorType === undefined) return body;
    return Buffer.from(
      JSON.stringify({ __type: textOf(error.__type) ?? this.errorType, ...error }),
    );
  }

  private fail(message: string): void {
    this.isOver = true;
    this.options.cancel();
    this.options.receiver.onError(new UpstreamError('connection', message));
  }
}
