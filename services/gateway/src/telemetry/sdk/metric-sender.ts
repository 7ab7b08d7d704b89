import { ExportResultCode } from '@opentelemetry/core';
import { ProtobufMetricsSerializer } from '@opentelemetry/otlp-transformer';
import type { PushMetricExporter, ResourceMetrics } from '@opentelemetry/sdk-metrics';
import type { ExportCounts } from './export-counts.ts';
import type { OtlpSender } from './otlp-sender.ts';

type Done = Parameters<PushMetricExporter['export']>[1];

/** Sends what was measured. What a collector did not take is in the next export again, since all are sums since the start. */
export class MetricSender implements PushMetricExporter {
  private readonly sender: Pick<OtlpSender, 'send'>;
  private readonly counts: ExportCounts;

  constructor(options: { sender: Pick<OtlpSender, 'send'>; counts: ExportCounts }) {
    this.sender = options.sender;
    this.counts = options.counts;
  }

  export(metrics: ResourceMetrics, done: Done): void {
    void this.send(metrics).then((problem) => {
      if (problem === undefined) this.counts.exported('metrics', 1);
      else this.counts.dropped('metrics', 1, problem);
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  async forceFlush(): Promise<void> {
    // Nothing waits here.
  }

  async shutdown(): Promise<void> {
    // Whoever made the sender closes it.
  }

  /** Why it was not taken; undefined where it was. */
  private async send(metrics: ResourceMetrics): Promise<string | undefined> {
    try {
      const bytes = ProtobufMetricsSerializer.serializeRequest(metrics);
      const sent = bytes
        ? await this.sender.send(bytes)
        : { problem: 'the metrics cannot be written' };
      return 'problem' in sent ? sent.problem : undefined;
    } catch (error) {
      return String(error);
    }
  }
}
