import { Counter, Gauge, Histogram, type Registry } from '../../metrics/registry.ts';

/** What is told of the store that replicas share. */
export class CountersMetrics {
  private readonly isConnected: Gauge;
  private readonly isEvicting: Gauge;
  private readonly commands: Counter<'outcome'>;
  private readonly seconds: Histogram;
  private readonly decisions: Counter<'outcome'>;
  private readonly resyncs: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.isConnected = new Gauge({
      name: 'aicp_counters_connected',
      help: '1 while this replica counts together with the others, 0 while it counts alone',
      registers,
    });
    this.isEvicting = new Gauge({
      name: 'aicp_counters_evicting',
      help: '1 where the maxmemory-policy of the counters’ server lets it throw counts away',
      registers,
    });
    this.commands = new Counter({
      name: 'aicp_counters_commands_total',
      help: 'Commands to the counters’ server',
      labelNames: ['outcome'],
      registers,
    });
    this.seconds = new Histogram({
      name: 'aicp_counters_command_seconds',
      help: 'From a command to its answer',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
      registers,
    });
    this.decisions = new Counter({
      name: 'aicp_counters_local_decisions_total',
      help: 'Requests that this replica let pass or refused by its own counts alone',
      labelNames: ['outcome'],
      registers,
    });
    this.resyncs = new Counter({
      name: 'aicp_counters_resyncs_total',
      help: 'How often this replica told the counters’ server all that it counts',
      registers,
    });
  }

  connected(isConnected: boolean): void {
    this.isConnected.set(isConnected ? 1 : 0);
  }

  evicting(isEvicting: boolean): void {
    this.isEvicting.set(isEvicting ? 1 : 0);
  }

  joined(): void {
    this.resyncs.inc();
  }

  alone(isTaken: boolean): void {
    this.decisions.inc({ outcome: isTaken ? 'taken' : 'refused' });
  }

  /** A command begins; to be called with whether it was answered. */
  command(): (isDone: boolean) => void {
    const ended = this.seconds.startTimer();
    return (isDone) => {
      ended();
      this.commands.inc({ outcome: isDone ? 'done' : 'failed' });
    };
  }
}
