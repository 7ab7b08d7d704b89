import type { Dispatcher } from 'undici';
import {
  UpstreamError,
  type UpstreamCall,
  type UpstreamHeaders,
  type UpstreamReceiver,
} from './provider-client.ts';

type Controller = Dispatcher.DispatchController;

const TIMEOUTS = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
]);

/** The request is no longer wanted: the client is gone. */
class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** One request on a pool, told to a receiver until one of the two has had enough. */
export class PoolCall implements Dispatcher.DispatchHandler, UpstreamCall {
  private readonly receiver: UpstreamReceiver;
  private controller: Controller | undefined;
  private over = false;

  constructor(receiver: UpstreamReceiver) {
    this.receiver = receiver;
  }

  pause(): void {
    this.controller?.pause();
  }

  resume(): void {
    this.controller?.resume();
  }

  cancel(): void {
    if (this.over) return;
    this.over = true;
    this.controller?.abort(new Cancelled('the client is gone'));
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller;
    if (this.over) controller.abort(new Cancelled('the client is gone'));
  }

  onResponseStart(_controller: Controller, status: number, headers: UpstreamHeaders): void {
    if (status >= 200 && !this.over) this.receiver.onStart(status, headers);
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    if (!this.over) this.receiver.onData(chunk);
  }

  onResponseEnd(): void {
    if (this.over) return;
    this.over = true;
    this.receiver.onEnd();
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (this.over) return;
    this.over = true;
    this.receiver.onError(toUpstreamError(error));
  }
}

function toUpstreamError(error: Error): UpstreamError {
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  return new UpstreamError(TIMEOUTS.has(code) ? 'timeout' : 'connection', code, error);
}
