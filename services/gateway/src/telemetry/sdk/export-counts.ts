import type { Family } from '../../metrics/family.ts';
import type { Alarms } from '../../pipeline/exchange/alarms.ts';

export type Signal = 'traces' | 'metrics';

/** Counts spans and exports of metrics that the collector took, and those that were dropped; warns of the latter once a minute at most. */
export class ExportCounts {
  private readonly alarms: Alarms;
  private readonly taken: Record<Signal, number> = { traces: 0, metrics: 0 };
  private readonly lost: Record<Signal, number> = { traces: 0, metrics: 0 };

  constructor(alarms: Alarms) {
    this.alarms = alarms;
  }

  exported(signal: Signal, count: number): void {
    this.taken[signal] += count;
  }

  dropped(signal: Signal, count: number, reason: string): void {
    this.lost[signal] += count;
    this.alarms.warn('telemetry_dropped', signal, { signal, reason, dropped: this.lost[signal] });
  }

  families(): Family[] {
    const samples = (counts: Readonly<Record<Signal, number>>) => () =>
      Object.entries(counts).map(([signal, value]) => ({ labels: { signal }, value }));
    return [
      {
        name: 'aicp_telemetry_exported_total',
        help: 'Spans, and exports of metrics, that an OpenTelemetry collector took.',
        type: 'counter',
        samples: samples(this.taken),
      },
      {
        name: 'aicp_telemetry_dropped_total',
        help: 'Spans, and exports of metrics, that no OpenTelemetry collector took.',
        type: 'counter',
        samples: samples(this.lost),
      },
    ];
  }
}
