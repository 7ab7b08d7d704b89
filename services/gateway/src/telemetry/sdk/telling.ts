import type { Tracer } from '@opentelemetry/api';
import type { Clock } from '@aicp/common/time/clock';
import type { GenAiMetrics } from './gen-ai-metrics.ts';

/** With what requests are told of. */
export class Telling {
  /** Undefined where there are no traces. */
  readonly tracer: Tracer | undefined;
  /** Undefined where there are no metrics. */
  readonly metrics: GenAiMetrics | undefined;
  private readonly clock: Clock;

  constructor(options: {
    tracer: Tracer | undefined;
    metrics: GenAiMetrics | undefined;
    clock: Clock;
  }) {
    this.tracer = options.tracer;
    this.metrics = options.metrics;
    this.clock = options.clock;
  }

  /** Monotonic milliseconds. */
  now(): number {
    return this.clock.monotonic();
  }

  /** Milliseconds since 1970 of a moment in monotonic milliseconds. */
  timeOf(monotonicMs: number): number {
    return this.clock.now() + monotonicMs - this.clock.monotonic();
  }
}
