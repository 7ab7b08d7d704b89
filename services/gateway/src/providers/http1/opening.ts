import type { Dialer } from '../dial/dialer.ts';
import type { Dial, DialListener } from '../dial/dial.ts';
import { UpstreamError } from '../upstream/provider-client.ts';
import type { Carrier, WireCall } from './wire-call.ts';

export interface OpeningOptions {
  readonly dialer: Dialer;
  readonly call: WireCall;
  /** The connection stands, and is to carry the call. */
  readonly opened: DialListener['opened'];
  /** It came to an end, whichever. */
  readonly ended: (opening: Opening) => void;
}

/** A request that waits for the connection which is opened for it. */
export class Opening implements Carrier {
  private readonly call: WireCall;
  private readonly ended: OpeningOptions['ended'];
  private readonly dial: Dial;
  private isPaused = false;

  constructor({ dialer, call, opened, ended }: OpeningOptions) {
    this.call = call;
    this.ended = ended;
    call.carrier = this;
    this.dial = dialer.dial(call.request.connectTimeoutMs, {
      opened: (socket, sink) => {
        ended(this);
        opened(socket, sink);
        if (this.isPaused) call.pause();
      },
      failed: (error) => {
        ended(this);
        call.receiver.onError(error);
      },
    });
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  cancel(): void {
    this.dial.destroy();
    this.ended(this);
  }

  /** Ends it; the caller hears of it. */
  destroy(): void {
    this.cancel();
    this.call.receiver.onError(new UpstreamError('connection', 'the connections were closed'));
  }
}
