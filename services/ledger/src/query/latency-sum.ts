import { TimeSums } from '../latency/time-sums.ts';
import type { LatencySpan } from './latency-spans.ts';

/** How attempts went, of several spans together. */
export class LatencySum {
  /** All attempts. */
  requests = 0;
  answered = 0;
  /** Those that failed by the provider's fault. */
  providerFailures = 0;
  minutes = 0;
  minutesUp = 0;
  readonly latency = new TimeSums();
  readonly firstToken = new TimeSums();

  add(span: LatencySpan): void {
    this.requests += span.requests;
    this.answered += span.answered;
    this.providerFailures += span.providerFailures;
    this.minutes += span.minutes;
    this.minutesUp += span.minutesUp;
    this.latency.add(span.latency);
    this.firstToken.add(span.firstToken);
  }

  /** Attempts that tell something of the provider: answered, or failed by its fault. */
  get told(): number {
    return this.answered + this.providerFailures;
  }

  /** Share of the attempts that tell something; undefined where none does. */
  get errorRate(): number | undefined {
    return this.told === 0 ? undefined : this.providerFailures / this.told;
  }

  /** Minutes in which an attempt was answered, as a share of those in which one tells something; undefined where none does. */
  get availability(): number | undefined {
    return this.minutes === 0 ? undefined : this.minutesUp / this.minutes;
  }
}
