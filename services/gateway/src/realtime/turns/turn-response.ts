import { EventEmitter } from 'node:events';
import type { ClientResponse } from '../../client/client.ts';

/** What the stages answer a response of a session with, before it begins: why it is refused. What is sent after that goes over the session. */
export class TurnResponse extends EventEmitter implements ClientResponse {
  readonly socket = null;
  headersSent = false;
  statusCode = 200;
  readonly writableFinished = false;
  readonly writableLength = 0;
  private readonly onRefused: (status: number, body: string) => void;

  constructor(onRefused: (status: number, body: string) => void) {
    super();
    this.onRefused = onRefused;
  }

  /** The session has it from here on, as its client does. */
  begun(): void {
    this.headersSent = true;
  }

  writeHead(status: number): this {
    this.statusCode = status;
    this.headersSent = true;
    return this;
  }

  write(): boolean {
    return true;
  }

  end(chunk: Buffer | string = ''): this {
    this.onRefused(this.statusCode, chunk.toString());
    return this;
  }

  addTrailers(): void {
    // A response of a session has none.
  }

  destroy(): this {
    return this;
  }
}
