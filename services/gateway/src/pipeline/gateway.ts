import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { DecisionLog } from '../decisions/decision-log.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import type { Runtime } from '../snapshot/runtime.ts';
import type { IntentEncoder } from '../usage/journal/encode.ts';
import type { Journal } from '../usage/journal/journal.ts';
import type { TokenEstimator } from '../usage/token-estimator.ts';
import type { Alarms } from './alarms.ts';

/** What the stages of all requests share. */
export interface Gateway {
  /** The newest snapshot, indexed; undefined until the first. */
  readonly runtime: () => Runtime | undefined;
  readonly journal: Journal;
  readonly intents: IntentEncoder;
  readonly estimator: TokenEstimator;
  readonly metrics: RequestMetrics;
  readonly decisions: DecisionLog;
  readonly alarms: Alarms;
  readonly log: Logger;
  readonly clock: Clock;
  /** [0, 1). */
  readonly random: () => number;
}
