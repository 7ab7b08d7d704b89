import type { Logger } from '@aicp/common/log/logger';
import type { BudgetMetrics } from '../metrics/budget-metrics.ts';
import type { Alert } from './alert-of.ts';
import type { AlertStore } from './alert-store.ts';

export interface TellOptions {
  readonly store: Pick<AlertStore, 'tell'>;
  readonly metrics: Pick<BudgetMetrics, 'alerted'>;
  readonly log: Logger;
}

/** Keeps alerts, and counts and logs those that nobody has told before, whoever found them. */
export async function tellAlerts(
  alerts: readonly Alert[],
  { store, metrics, log }: TellOptions,
): Promise<void> {
  for (const { alert_type, budget_id, message } of await store.tell(alerts)) {
    metrics.alerted(alert_type);
    log.info({ alert_type, budget: budget_id, message }, 'budget_alert');
  }
}
