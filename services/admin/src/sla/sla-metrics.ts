import { Gauge, type Registry } from '@aicp/common/metrics/registry';
import type { Urgency } from './evaluation/burn-windows.ts';
import type { MetricStanding, Standing } from './evaluation/standing.ts';
import { slaIdOf } from './objectives/objective.ts';
import type { Violation } from './violations/violation-table.ts';

const URGENCIES: readonly Urgency[] = ['page', 'ticket'];

/** How SLAs stand, as the replica that evaluates them knows it; the others say nothing. */
export class SlaMetrics {
  private readonly met: Gauge<'sla'>;
  private readonly budgetLeft: Gauge<'sla' | 'metric'>;
  private readonly burning: Gauge<'sla' | 'urgency'>;
  private readonly violations: Gauge<'severity'>;
  private readonly evaluatedAt: Gauge;
  private readonly took: Gauge;

  constructor(registry: Registry) {
    const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]): Gauge<L> =>
      new Gauge({ name, help, labelNames, registers: [registry] });
    this.met = gauge('aicp_sla_met', '1: every target that is known is met; 0: one is not.', 'sla');
    this.budgetLeft = gauge(
      'aicp_sla_error_budget_left',
      'Share of the error budget of 30 days that is left; below 0 where it is overdrawn.',
      ...(['sla', 'metric'] as const),
    );
    this.burning = gauge(
      'aicp_sla_burning',
      '1: the error budget is used up too fast, by the pairs of windows of the SRE workbook.',
      ...(['sla', 'urgency'] as const),
    );
    this.violations = gauge('aicp_sla_violations', 'Violations that go on.', 'severity');
    this.evaluatedAt = gauge('aicp_sla_evaluated_timestamp_seconds', 'When SLAs were evaluated.');
    this.took = gauge('aicp_sla_evaluation_seconds', 'How long evaluating all SLAs took last.');
  }

  evaluated(
    standings: readonly Standing[],
    violations: readonly Violation[],
    { nowMs, tookMs }: { readonly nowMs: number; readonly tookMs: number },
  ): void {
    this.forget();
    for (const standing of standings) this.tell(standing);
    for (const severity of ['warning', 'critical'] as const) {
      const count = violations.filter((one) => one.severity === severity).length;
      this.violations.set({ severity }, count);
    }
    this.evaluatedAt.set(nowMs / 1_000);
    this.took.set(tookMs / 1_000);
  }

  /** Another replica evaluates. */
  forget(): void {
    for (const gauge of [this.met, this.budgetLeft, this.burning, this.violations]) gauge.reset();
    this.evaluatedAt.remove();
    this.took.remove();
  }

  private tell({ objective, models }: Standing): void {
    const sla = slaIdOf(objective);
    const all = models.flatMap(({ metrics }) => metrics);
    if (all.some(({ state }) => state !== 'unknown')) {
      this.met.set({ sla }, all.some(({ state }) => state === 'violated') ? 0 : 1);
    }
    for (const urgency of URGENCIES) {
      const isBurning = all.some(({ burning }) => burning.includes(urgency));
      this.burning.set({ sla, urgency }, isBurning ? 1 : 0);
    }
    for (const [metric, left] of leftOf(all)) this.budgetLeft.set({ sla, metric }, left);
  }
}

/** The least that is left, by metric. */
function leftOf(all: readonly MetricStanding[]): ReadonlyMap<string, number> {
  const least = new Map<string, number>();
  for (const { metric, budgetLeft } of all) {
    if (budgetLeft === undefined) continue;
    least.set(metric, Math.min(budgetLeft, least.get(metric) ?? budgetLeft));
  }
  return least;
}
