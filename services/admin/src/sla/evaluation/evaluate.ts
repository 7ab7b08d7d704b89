import { LatencySum } from '@aicp/ledger/query/latency-sum';
import type { LatencyWindows } from '@aicp/ledger/query/latency-windows';
import { SLA_METRICS, type Objective, type Target } from '../objectives/objective.ts';
import { BUDGET_MINUTES, BURN_PAIRS, BURN_WINDOWS } from './burn-windows.ts';
import { burnRateOf, FEWEST_REQUESTS, indicatorOf, type Indicator } from './indicator.ts';
import type { MetricStanding, ModelStanding, Severity, Standing } from './standing.ts';

type Windows = ReadonlyMap<number, LatencySum>;

const NOTHING: Windows = new Map();
const NO_SUM = new LatencySum();
/** Twice as much as allowed is critical. */
const CRITICAL = 2;
/** A tenth below the target is clearly good. */
const CLEAR = 0.9;

/** The windows that an objective is evaluated over, minutes. */
export const windowsOf = ({ windowMinutes }: Pick<Objective, 'windowMinutes'>): number[] => [
  windowMinutes,
  ...BURN_WINDOWS,
  BUDGET_MINUTES,
];

/** How an objective stands, by the facts of its provider. It has no clock and no memory: the same facts give the same answer. */
export const evaluate = (objective: Objective, facts: LatencyWindows): Standing => ({
  objective,
  models: objective.models.map((model) => modelStanding(objective, model, facts)),
});

function modelStanding(
  { windowMinutes, targets }: Objective,
  model: string,
  facts: LatencyWindows,
): ModelStanding {
  const windows = facts.get(model) ?? NOTHING;
  const sum = windows.get(windowMinutes) ?? NO_SUM;
  const measured = SLA_METRICS.flatMap((metric) => {
    const { actual, requests } = indicatorOf({ metric, value: 0 }, sum);
    return actual === undefined || requests < FEWEST_REQUESTS ? [] : [[metric, actual] as const];
  });
  return {
    model,
    requests: sum.requests,
    measured: Object.fromEntries(measured),
    metrics: targets.map((target) => metricStanding(target, sum, windows)),
  };
}

function metricStanding(target: Target, sum: LatencySum, windows: Windows): MetricStanding {
  const indicator = indicatorOf(target, sum);
  const burnRates = burnRatesOf(target, windows);
  const burning = [
    ...new Set(
      BURN_PAIRS.filter(({ rate, longMinutes, shortMinutes }) =>
        [longMinutes, shortMinutes].every((window) => (burnRates.get(window) ?? 0) > rate),
      ).map(({ urgency }) => urgency),
    ),
  ];
  const used = burnRates.get(BUDGET_MINUTES);
  const isPaged = burning.includes('page');
  return {
    ...target,
    ...verdictOn(target, indicator),
    severity: isPaged || isFarOff(target, indicator) ? 'critical' : ('warning' satisfies Severity),
    burnRates,
    burning,
    budgetLeft: used === undefined ? undefined : 1 - used,
  };
}

function burnRatesOf(target: Target, windows: Windows): ReadonlyMap<number, number> {
  const rates = new Map<number, number>();
  for (const minutes of [...BURN_WINDOWS, BUDGET_MINUTES]) {
    const sum = windows.get(minutes);
    const rate = sum && burnRateOf(indicatorOf(target, sum));
    if (rate !== undefined) rates.set(minutes, rate);
  }
  return rates;
}

function verdictOn(
  target: Target,
  { actual, requests }: Indicator,
): Pick<MetricStanding, 'state' | 'actual' | 'isClear'> {
  if (actual === undefined || requests < FEWEST_REQUESTS) {
    return { state: 'unknown', actual: undefined, isClear: false };
  }
  const [measured, allowed] = comparedOf(target, actual);
  if (measured > allowed) return { state: 'violated', actual, isClear: false };
  return { state: 'met', actual, isClear: measured <= allowed * CLEAR };
}

function isFarOff(target: Target, { actual }: Indicator): boolean {
  if (actual === undefined) return false;
  const [measured, allowed] = comparedOf(target, actual);
  return measured > allowed && measured >= allowed * CRITICAL;
}

/** Both so that less is better: of availability, the share without an answer. */
function comparedOf({ metric, value }: Target, actual: number): readonly [number, number] {
  return metric === 'availability' ? [exact(1 - actual), exact(1 - value)] : [actual, value];
}

const exact = (share: number): number => Math.round(share * 1e9) / 1e9;
