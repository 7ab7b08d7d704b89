import type { ControlMessage, GatewaySeen } from '../control/messages.ts';
import type { ServiceState } from '../data/state.ts';

/** What the control process said last, and which process that was. */
export class Heard {
  gateway: GatewaySeen = { pid: null, ready: false, revision: null };
  private pid: number | null = null;
  private services: ControlMessage['services'] = [];

  /** A process that starts has no services yet: until it has, those of the one before are listed, and are not ready. */
  hear(pid: number | null, { services, gateway }: ControlMessage): void {
    this.gateway = gateway;
    if (services.length === 0) return;
    this.pid = pid;
    this.services = services;
  }

  /** The services of the control process as it is now. What was said by an earlier one makes none of them ready. */
  rows({ pid, restarts }: Pick<ServiceState, 'pid' | 'restarts'>): ServiceState[] {
    const isSame = pid !== null && pid === this.pid;
    return this.services.map(({ name, address, ready }) => ({
      name,
      pid,
      address,
      ready: isSame && ready,
      restarts,
    }));
  }
}
