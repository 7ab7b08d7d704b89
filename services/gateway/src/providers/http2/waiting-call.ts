import type { Carrier, WireCall } from '../http1/wire-call.ts';

/** A request that waits for a session. */
export class WaitingCall implements Carrier {
  readonly call: WireCall;
  private readonly cancelled: () => void;
  private isPaused = false;

  constructor(call: WireCall, cancelled: () => void) {
    this.call = call;
    this.cancelled = cancelled;
    call.carrier = this;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  cancel(): void {
    this.cancelled();
  }

  /** Has somebody else carry it. */
  leave(carry: (call: WireCall) => void): void {
    carry(this.call);
    if (this.isPaused) this.call.pause();
  }
}
