import { pause, type Clock } from '@aicp/common/time/clock';
import { probeGateway } from '../client/probe.ts';
import type { GatewaySeen } from './messages.ts';

/** How often a gateway that is not ready is asked, and one that is. The end of its process is told by the supervisor at once. */
const EVERY_MS = { starting: 100, ready: 3000 };

/** Asks the gateway whether it is ready, as Kubernetes does in a cluster. */
export class GatewayWatch {
  seen: GatewaySeen = { pid: null, ready: false, revision: null };
  private readonly options: {
    readonly port: number;
    readonly clock: Clock;
    readonly onChange: () => void;
  };
  private turn = new AbortController();

  constructor(options: GatewayWatch['options']) {
    this.options = options;
  }

  /** Another process is the gateway, or none is. */
  follow(pid: number | null): void {
    this.see({ pid, ready: false, revision: null });
    this.turn.abort();
  }

  /** Watches until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.turn.abort());
    while (!signal.aborted) {
      const { pid } = this.seen;
      this.turn = new AbortController();
      if (pid !== null) {
        const found = await probeGateway(this.options.port);
        if (this.seen.pid === pid) this.see({ pid, ...found });
      }
      const isStarting = this.seen.pid !== null && !this.seen.ready;
      await pause(
        this.options.clock,
        EVERY_MS[isStarting ? 'starting' : 'ready'],
        this.turn.signal,
      );
    }
  }

  private see(seen: GatewaySeen): void {
    this.seen = seen;
    this.options.onChange();
  }
}
