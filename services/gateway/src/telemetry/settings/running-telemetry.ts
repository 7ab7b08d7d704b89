import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { Family } from '../../metrics/family.ts';
import type { Alarms } from '../../pipeline/exchange/alarms.ts';
import type { Telemetry } from '../../pipeline/exchange/trace.ts';

/** What traces and metrics are told with. */
export interface TelemetryDeps {
  /** Our name among the replicas. */
  readonly config: { readonly instance: string };
  readonly alarms: Alarms;
  readonly log: Logger;
  readonly clock: Clock;
  /** [0, 1). */
  readonly random: () => number;
}

export interface RunningTelemetry extends Telemetry {
  /** What was sent and what was dropped, for Prometheus. */
  families(): Family[];
  /** Sends what is left, for about as long as requests may drain (ms), and 1 to 5 s in any case; what is not sent by then is dropped. */
  stop(drainMs: number): Promise<void>;
}
