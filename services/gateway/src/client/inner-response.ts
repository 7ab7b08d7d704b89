import { EventEmitter } from 'node:events';
import type { ClientResponse } from './client.ts';

/** What the stages answered. */
export interface InnerAnswer {
  readonly status: number;
  /** A flat list. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Takes what the stages answer to what has no connection of its own: a batch, one of its requests, or a request that is only counted. */
export class InnerResponse extends EventEmitter implements ClientResponse {
  readonly socket = null;
  headersSent = false;
  statusCode = 200;
  readonly writableFinished = false;
  readonly writableLength = 0;
  private headers: readonly string[] = [];
  private readonly onAnswer: (answer: InnerAnswer) => void;

  constructor(onAnswer: (answer: InnerAnswer) => void) {
    super();
    this.onAnswer = onAnswer;
  }

  writeHead(status: number, headers: readonly string[]): this {
    this.statusCode = status;
    this.headers = headers;
    this.headersSent = true;
    return this;
  }

  write(): boolean {
    return true;
  }

  end(chunk: Buffer | string = '', encoding: BufferEncoding = 'utf8'): this {
    const body = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    this.onAnswer({ status: this.statusCode, headers: this.headers, body });
    return this;
  }

  addTrailers(): void {
    // It is answered by a document.
  }

  destroy(): this {
    return this;
  }
}
