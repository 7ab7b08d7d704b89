import { Counter, Gauge, type Registry } from '@aicp/common/metrics/registry';
import type { UsageAnswer } from '@aicp/contracts/usage/usage-batch';
import type { DeliveryState } from '@aicp/ledger/query/delivery-state';
import type { Standing } from '../spend/standing.ts';

/** So many budgets have series of their own: those that have used the largest share of their limit. */
const MOST_BUDGETS = 200;
/** A gateway that has not been heard of for so long is gone, ms. */
const GONE_MS = 24 * 3_600_000;

/** What the service says of itself to Prometheus. */
export class BudgetMetrics {
  private readonly records: Counter<'outcome'>;
  private readonly alerts: Counter<'type'>;
  private readonly lag: Gauge<'replica'>;
  private readonly spent: Gauge<'budget'>;
  private readonly limit: Gauge<'budget'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.records = new Counter({
      name: 'aicp_budget_ingested_records_total',
      help: 'Records that gateways delivered: accepted, known already, or refused since they cannot be read.',
      labelNames: ['outcome'],
      registers,
    });
    this.alerts = new Counter({
      name: 'aicp_budget_alerts_total',
      help: 'Alerts that this replica was the first to tell.',
      labelNames: ['type'],
      registers,
    });
    this.lag = new Gauge({
      name: 'aicp_budget_delivery_lag_seconds',
      help: 'How long the oldest fact has waited that a gateway has not delivered.',
      labelNames: ['replica'],
      registers,
    });
    this.spent = new Gauge({
      name: 'aicp_budget_spent_usd',
      help: `Spend in the window of now, of the ${MOST_BUDGETS} limits that are used most.`,
      labelNames: ['budget'],
      registers,
    });
    this.limit = new Gauge({
      name: 'aicp_budget_limit_usd',
      help: 'Limit of these.',
      labelNames: ['budget'],
      registers,
    });
  }

  ingested({ accepted, known, refused }: UsageAnswer): void {
    this.records.inc({ outcome: 'accepted' }, accepted);
    this.records.inc({ outcome: 'known' }, known);
    this.records.inc({ outcome: 'refused' }, refused.length);
  }

  alerted(type: string): void {
    this.alerts.inc({ type });
  }

  /** What gateways said of themselves last. */
  delivered(states: readonly DeliveryState[], nowMs: number): void {
    this.lag.reset();
    for (const { replica, oldestLeftMs, lastContactMs } of states) {
      if (nowMs - lastContactMs > GONE_MS) continue;
      const lagMs = oldestLeftMs === undefined ? 0 : Math.max(0, nowMs - oldestLeftMs);
      this.lag.set({ replica }, lagMs / 1000);
    }
  }

  /** How limits stand. */
  stands(standings: readonly Standing[]): void {
    this.spent.reset();
    this.limit.reset();
    const most = [...standings].sort((a, b) => shareOf(b) - shareOf(a)).slice(0, MOST_BUDGETS);
    for (const { limit, spent, thresholds } of most) {
      this.spent.set({ budget: limit.id }, Number(spent) / 1e9);
      this.limit.set({ budget: limit.id }, Number(thresholds.limit) / 1e9);
    }
  }
}

/** Of its limit; rounded, which is enough to order by. */
const shareOf = ({ spent, thresholds }: Standing): number =>
  Number(spent) / Math.max(1, Number(thresholds.limit));
