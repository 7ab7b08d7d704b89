import { scoreForecasts, type Scores } from '@aicp/cost/outputs/testing/score-forecasts';
import { DRIFTS, simulatedTraffic, type Drift } from '@aicp/cost/outputs/testing/simulated-traffic';

/**
 * How well answers are foretold, on simulated traffic: lengths lognormal by key (sigma 0.3 to 0.8), with drift. Each request is foretold from those before it, the first ones included. The measure is the mean
 * absolute error of the output's cost, as a multiple of that of an oracle who knows the distribution that each answer is drawn from. Beside it: LiteLLM's rule, max_tokens or else 16,384.
 */
const seed = Number(process.argv[2] ?? 1);

const row = (name: string, scores: Scores): string =>
  [
    name.padEnd(24),
    scores.requests.toLocaleString('en').padStart(9),
    ...[scores.ours, scores.oursLog, scores.litellm, scores.litellmLog].map((one) =>
      one.toFixed(3).padStart(12),
    ),
    ...[scores.below, scores.within, scores.above].map((one) =>
      `${(100 * one).toFixed(1)} %`.padStart(9),
    ),
  ].join('');

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const columns = ['requests', 'error', 'log error', 'LiteLLM', 'its log'];
print(
  `${'drift'.padEnd(24)}${columns[0]?.padStart(9)}${columns
    .slice(1)
    .map((one) => one.padStart(12))
    .join('')}${['< p10', 'p10-p90', '> p90'].map((one) => one.padStart(9)).join('')}`,
);
const cases: readonly (readonly [string, readonly Drift[]])[] = [
  ...DRIFTS.map((drift) => [drift, [drift]] as const),
  ['all of them', DRIFTS],
];
for (const requestsPerKey of [60, 300, 1_000]) {
  for (const [name, drifts] of cases) {
    const traffic = simulatedTraffic({ seed, keys: 100, requestsPerKey, drifts });
    print(row(`${name}, ${requestsPerKey} a key`, scoreForecasts(traffic)));
  }
}
