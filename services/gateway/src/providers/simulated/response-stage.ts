import type { ServerResponse } from 'node:http';
import type { Head, Stage } from './playback.ts';

/** Plays a plan to an HTTP client. */
export class ResponseStage implements Stage {
  private readonly response: ServerResponse;

  constructor(response: ServerResponse) {
    this.response = response;
  }

  start({ status, contentType, length }: Head): void {
    const size = length === undefined ? {} : { 'content-length': length };
    this.response.writeHead(status, { 'content-type': contentType, ...size });
  }

  write(chunk: Buffer): Promise<void> | undefined {
    const { response } = this;
    if (response.write(chunk)) return undefined;
    return new Promise((resolve) => {
      response.once('drain', resolve);
      response.once('close', resolve);
    });
  }

  end(): void {
    this.response.end();
  }

  /** What was written still goes out, and then nothing, not even the end that was promised. */
  break(): void {
    this.response.socket?.destroySoon();
  }
}
