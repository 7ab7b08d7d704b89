import { TraceFlags } from '@opentelemetry/api';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import { pause, type Clock } from '@aicp/common/time/clock';
import type { ExportCounts } from './export-counts.ts';
import type { OtlpSender } from './otlp-sender.ts';

/** Spans of about 2 KiB: the queue takes some 8 MiB of memory at most. */
const MOST_WAITING = 4096;
const BATCH = 512;
/** How long fewer spans than a batch wait for more. */
const DELAY_MS = 2000;

/** Collects spans that have ended, and sends them in batches, one after the other. Where they find no room they are dropped, and counted. */
export class SpanQueue implements SpanProcessor {
  private readonly sender: Pick<OtlpSender, 'send'>;
  private readonly counts: ExportCounts;
  private readonly clock: Clock;
  private readonly waiting: ReadableSpan[] = [];
  /** Ends the wait for a full batch. */
  private full = new AbortController();
  private sending: Promise<void> | undefined;
  private isClosing = false;

  constructor(options: { sender: Pick<OtlpSender, 'send'>; counts: ExportCounts; clock: Clock }) {
    this.sender = options.sender;
    this.counts = options.counts;
    this.clock = options.clock;
  }

  onStart(): void {
    // Nothing is known of a span before its end.
  }

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    if (this.waiting.length >= MOST_WAITING) {
      this.counts.dropped('traces', 1, 'more spans wait for the collector than are kept');
      return;
    }
    this.waiting.push(span);
    if (this.waiting.length >= BATCH) this.full.abort();
    this.sending ??= this.sendAll();
  }

  /** Sends all that wait. */
  async forceFlush(): Promise<void> {
    this.full.abort();
    await this.sending;
  }

  async shutdown(): Promise<void> {
    this.isClosing = true;
    await this.forceFlush();
  }

  private async sendAll(): Promise<void> {
    while (this.waiting.length > 0) {
      this.full = new AbortController();
      const isFull = this.isClosing || this.waiting.length >= BATCH;
      if (!isFull) await pause(this.clock, DELAY_MS, this.full.signal);
      await this.sendOne(this.waiting.splice(0, BATCH));
    }
    this.sending = undefined;
  }

  private async sendOne(spans: ReadableSpan[]): Promise<void> {
    const { counts } = this;
    try {
      const bytes = ProtobufTraceSerializer.serializeRequest(spans);
      const sent = bytes
        ? await this.sender.send(bytes)
        : { problem: 'the spans cannot be written' };
      if ('problem' in sent) {
        counts.dropped('traces', spans.length, sent.problem);
        return;
      }
      const { partialSuccess } = ProtobufTraceSerializer.deserializeResponse(sent.answer);
      const rejected = partialSuccess?.rejectedSpans ?? 0;
      counts.exported('traces', spans.length - rejected);
      if (rejected > 0) counts.dropped('traces', rejected, 'the collector rejected spans');
    } catch (error) {
      counts.dropped('traces', spans.length, String(error));
    }
  }
}
