import { Load } from '../../up/load.ts';

export interface Tally {
  readonly sent: number;
  /** Without an answer, or with another than 200. */
  readonly failed: number;
}

/** Steady requests to each of several gateways, whatever becomes of the rest of the system. */
export class Traffic {
  private readonly load: (gateway: number) => Load;
  private readonly running = new Map<number, Load>();
  private readonly ended: Load[] = [];

  constructor(options: { readonly urls: readonly string[]; readonly key: string }) {
    const { urls, key } = options;
    const body = { model: 'steady', messages: [{ role: 'user', content: 'Hello' }] };
    this.load = (gateway) => new Load({ url: urls[gateway]!, key, perSecond: 20, body });
  }

  /** Begins, or begins again, to ask a gateway. */
  join(gateway: number): void {
    this.running.set(gateway, this.load(gateway).start());
  }

  /** Asks a gateway no more, as a cluster does before it ends a pod; resolves when all answers are there. */
  async leave(gateway: number): Promise<void> {
    const load = this.running.get(gateway);
    if (!load) return;
    this.running.delete(gateway);
    this.ended.push(load);
    await load.stop();
  }

  async stop(): Promise<void> {
    for (const gateway of [...this.running.keys()]) await this.leave(gateway);
  }

  /** Of all gateways, since the beginning. What is under way counts as sent. */
  tally(): Tally {
    const loads = [...this.ended, ...this.running.values()];
    const sum = (of: (load: Load) => number): number =>
      loads.reduce((total, load) => total + of(load), 0);
    const refused = (load: Load) => load.answered.filter(({ status }) => status !== 200).length;
    return {
      sent: sum(({ sent }) => sent),
      failed: sum((load) => load.lost.length + refused(load)),
    };
  }
}
