import {
  UpstreamError,
  type UpstreamCall,
  type UpstreamHeaders,
  type UpstreamReceiver,
} from '../upstream/provider-client.ts';

/** Sends a request that is ready. */
type Send = (receiver: UpstreamReceiver) => UpstreamCall;

/** A request that has to be signed, or to wait for a token, before it is sent. It fails where that fails. */
export class PreparedCall implements UpstreamCall, UpstreamReceiver {
  private readonly receiver: UpstreamReceiver;
  private call: UpstreamCall | undefined;
  private isPaused = false;
  private isOver = false;

  constructor(receiver: UpstreamReceiver, prepare: () => Promise<Send>) {
    this.receiver = receiver;
    prepare().then(
      (send) => {
        this.begin(send);
      },
      (error: unknown) => {
        this.onError(toUpstreamError(error));
      },
    );
  }

  pause(): void {
    this.isPaused = true;
    this.call?.pause();
  }

  resume(): void {
    this.isPaused = false;
    this.call?.resume();
  }

  cancel(): void {
    this.isOver = true;
    this.call?.cancel();
  }

  onStart(status: number, headers: UpstreamHeaders): void {
    if (!this.isOver) this.receiver.onStart(status, headers);
  }

  onData(chunk: Buffer): void {
    if (!this.isOver) this.receiver.onData(chunk);
  }

  onEnd(): void {
    if (!this.isOver) this.receiver.onEnd();
  }

  onError(error: UpstreamError): void {
    if (!this.isOver) this.receiver.onError(error);
  }

  private begin(send: Send): void {
    if (this.isOver) return;
    try {
      this.call = send(this);
    } catch (error) {
      this.onError(toUpstreamError(error));
      return;
    }
    if (this.isPaused) this.call.pause();
  }
}

/** What kept a request from being sent, as what failed at its provider. */
export const toUpstreamError = (error: unknown): UpstreamError =>
  error instanceof UpstreamError
    ? error
    : new UpstreamError(
        'connection',
        error instanceof Error ? error.message : String(error),
        error,
      );
