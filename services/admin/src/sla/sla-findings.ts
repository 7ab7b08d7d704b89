import type { Finding, FoundCondition } from '@aicp/contracts/poll/findings-report';
import type { MetricStanding, ModelStanding, Standing } from './evaluation/standing.ts';

const MS_DECIMALS = 1;
const SHARE_DECIMALS = 4;

/** What is said of the SLADefinitions: of several models, each figure is that of the worst. */
export const slaFindings = (standings: readonly Standing[], nowMs: number): Finding[] =>
  standings
    .filter(({ objective }) => objective.kind === 'SLADefinition')
    .map((standing) => ({
      kind: 'SLADefinition',
      name: standing.objective.name,
      uid: standing.objective.uid,
      conditions: [metCondition(standing), budgetCondition(standing)],
      observed: observedOf(standing, nowMs),
    }));

export type SlaStatus = 'healthy' | 'degraded' | 'unknown';

/** Degraded where a target is missed at any model; healthy where something is known and nothing is missed. */
export function statusOf({ models }: Standing): SlaStatus {
  const states = models.flatMap(({ metrics }) => metrics.map(({ state }) => state));
  if (states.includes('violated')) return 'degraded';
  return states.includes('met') ? 'healthy' : 'unknown';
}

function metCondition(standing: Standing): FoundCondition {
  const { objective, models } = standing;
  const window = `the last ${String(objective.windowMinutes)} min`;
  const of = (state: MetricStanding['state']): string[] =>
    models.flatMap(({ model, metrics }) =>
      metrics.filter((one) => one.state === state).map((one) => sentenceOf(model, one)),
    );
  const violated = of('violated');
  if (violated.length > 0) {
    return condition('Met', 'False', 'Violated', `In ${window}: ${violated.join('; ')}.`);
  }
  const met = of('met');
  if (met.length > 0) {
    return condition('Met', 'True', 'Met', `In ${window}: ${met.join('; ')}.`);
  }
  return unmetBecause(standing, window);
}

/** Why nothing is known. */
function unmetBecause({ models }: Standing, window: string): FoundCondition {
  if (models.length === 0) {
    const message =
      'No active model of the provider matches modelPattern, or a longer pattern of another SLADefinition takes each of them.';
    return condition('Met', 'Unknown', 'NoModels', message);
  }
  const requests = models.reduce((sum, model) => sum + model.requests, 0);
  return requests === 0
    ? condition('Met', 'Unknown', 'NoTraffic', `There were no requests in ${window}.`)
    : condition('Met', 'Unknown', 'TooFewRequests', `There were too few requests in ${window}.`);
}

const sentenceOf = (model: string, { metric, actual = 0, value }: MetricStanding): string =>
  `${metric} of ${model} is ${String(shown(actual))}, the target is ${String(value)}`;

function budgetCondition({ models }: Standing): FoundCondition {
  const left = leastLeft(models);
  if (left === undefined) {
    const message = 'There were too few requests in the last 30 days to tell.';
    return condition('ErrorBudgetLeft', 'Unknown', 'TooFewRequests', message);
  }
  if (left <= 0) return condition('ErrorBudgetLeft', 'False', 'UsedUp', usedUp(left));
  const percent = `${percentOf(left)} of the error budget of 30 days is left`;
  const burning = models.flatMap(({ metrics }) => metrics.flatMap((one) => one.burning));
  if (burning.length === 0) return condition('ErrorBudgetLeft', 'True', 'Enough', `${percent}.`);
  const message = `${percent}, and it is used up too fast.`;
  return condition('ErrorBudgetLeft', 'True', 'BurningFast', message);
}

const percentOf = (share: number): string => `${String(Math.round(share * 100))} %`;

const usedUp = (left: number): string =>
  left === 0
    ? 'The error budget of 30 days is used up.'
    : `The error budget of 30 days is overdrawn: ${percentOf(1 - left)} of it is used.`;

const MOST_MESSAGE = 2_000;

const condition = (
  type: 'Met' | 'ErrorBudgetLeft',
  status: FoundCondition['status'],
  reason: string,
  message: string,
): FoundCondition => ({ type, status, reason, message: message.slice(0, MOST_MESSAGE) });

function observedOf(standing: Standing, nowMs: number): Finding['observed'] {
  const { models, objective } = standing;
  const most = (metric: keyof ModelStanding['measured']): number | undefined =>
    greatest(models.map(({ measured }) => measured[metric]));
  const left = leastLeft(models);
  const rates = models.flatMap(({ metrics }) =>
    metrics.map(({ burnRates }) => burnRates.get(FASTEST_WINDOW)),
  );
  return present({
    p95Ms: rounded(most('p95_ms')),
    ttftP95Ms: rounded(most('ttft_p95_ms')),
    errorRate: decimal(most('error_rate')),
    availability: decimal(least(models.map(({ measured }) => measured.availability))),
    // An organization is told no counts of what others do.
    requests: objective.isShared
      ? undefined
      : models.reduce((sum, { requests }) => sum + requests, 0),
    errorBudgetLeft: decimal(left),
    burnRate: decimal(greatest(rates)),
    status: statusOf(standing),
    at: new Date(nowMs).toISOString(),
  });
}

/** The burn rate that is shown is that of an hour. */
const FASTEST_WINDOW = 60;

/** The least that is left of any budget; undefined where nothing is known. */
const leastLeft = (models: readonly ModelStanding[]): number | undefined =>
  least(models.flatMap(({ metrics }) => metrics.map(({ budgetLeft }) => budgetLeft)));

const known = (values: readonly (number | undefined)[]): number[] =>
  values.filter((value) => value !== undefined);
const greatest = (values: readonly (number | undefined)[]): number | undefined =>
  known(values).length === 0 ? undefined : Math.max(...known(values));
const least = (values: readonly (number | undefined)[]): number | undefined =>
  known(values).length === 0 ? undefined : Math.min(...known(values));

const rounded = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.round(ms);
const decimal = (share: number | undefined): string | undefined =>
  share === undefined ? undefined : String(Number(share.toFixed(SHARE_DECIMALS)));
const shown = (actual: number): number =>
  Number(actual.toFixed(actual < 1 ? SHARE_DECIMALS : MS_DECIMALS));

const present = (
  fields: Readonly<Record<string, string | number | undefined>>,
): Finding['observed'] =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string | number] => entry[1] !== undefined,
    ),
  );
