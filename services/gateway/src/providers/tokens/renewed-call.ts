import type {
  UpstreamCall,
  UpstreamHeaders,
  UpstreamReceiver,
} from '../upstream/provider-client.ts';

export interface RenewedCallOptions {
  readonly receiver: UpstreamReceiver;
  /** Sends the request, with the token or the keys that are good now. */
  readonly send: (receiver: UpstreamReceiver) => UpstreamCall;
  /**
   * Looks at the head of each answer. Forgets what the request was sent with where it was refused, and answers whether another may be
   * had, which the request is sent with once more.
   */
  readonly isRefused: (status: number, headers: UpstreamHeaders) => boolean;
}

/** A request that is sent again, once, where what it was sent with is refused: tokens may end before their time. Its receiver hears the last answer alone. */
export class RenewedCall implements UpstreamCall {
  private readonly options: RenewedCallOptions;
  private call: UpstreamCall | undefined;
  private isPaused = false;
  private isSentAgain = false;

  constructor(options: RenewedCallOptions) {
    this.options = options;
    this.begin();
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
    this.isSentAgain = true;
    this.call?.cancel();
  }

  private begin(): void {
    this.call = this.options.send(this.hearing());
    if (this.isPaused) this.call.pause();
  }

  /** Nothing of an answer that is not passed on. */
  private hearing(): UpstreamReceiver {
    const { receiver, isRefused } = this.options;
    let isLeft = false;
    const unlessLeft = (tell: () => void): void => {
      if (!isLeft) tell();
    };
    return {
      onStart: (status, headers) => {
        if (!isRefused(status, headers) || this.isSentAgain) {
          receiver.onStart(status, headers);
          return;
        }
        isLeft = true;
        this.isSentAgain = true;
        this.call?.cancel();
        this.begin();
      },
      onData: (chunk) => {
        unlessLeft(() => {
          receiver.onData(chunk);
        });
      },
      onEnd: () => {
        unlessLeft(() => {
          receiver.onEnd();
        });
      },
      onError: (error) => {
        unlessLeft(() => {
          receiver.onError(error);
        });
      },
    };
  }
}
