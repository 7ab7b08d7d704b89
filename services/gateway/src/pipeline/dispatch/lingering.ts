import type { UpstreamCall } from '../../providers/upstream/provider-client.ts';
import type { Deadline } from '../exchange/deadlines.ts';
import type { Gateway } from '../exchange/gateway.ts';

/** A provider that has sent all of an answer has so long to end it, so that its connection can be used again. */
const LINGER_MS = 1000;
const LINGER_BYTES = 65_536;

/** A call whose answer is complete, and that has not ended by itself. What it says is not heard any more. */
export class Lingering {
  private readonly gateway: Pick<Gateway, 'deadlines'>;
  private readonly call: UpstreamCall;
  private readonly until: Deadline;
  private bytes = 0;

  constructor(gateway: Pick<Gateway, 'deadlines' | 'clock'>, call: UpstreamCall) {
    this.gateway = gateway;
    this.call = call;
    this.until = gateway.deadlines.add(gateway.clock.monotonic() + LINGER_MS, () => {
      call.cancel();
    });
    call.resume();
  }

  /** So many bytes more. */
  hear(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes <= LINGER_BYTES) return;
    this.call.cancel();
    this.ended();
  }

  /** The call is over. */
  ended(): void {
    this.gateway.deadlines.remove(this.until);
  }
}
