import type { UpstreamCall } from '../upstream/provider-client.ts';

/** A request of which the provider could not be told all. */
export class LossyCall implements UpstreamCall {
  readonly dropped: readonly string[];
  private readonly call: UpstreamCall;

  constructor(call: UpstreamCall, dropped: readonly string[]) {
    this.call = call;
    this.dropped = dropped;
  }

  pause(): void {
    this.call.pause();
  }

  resume(): void {
    this.call.resume();
  }

  cancel(): void {
    this.call.cancel();
  }
}
