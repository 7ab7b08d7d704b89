import { OutputHistory } from '../output-history.ts';
import { profileOf } from '../output-profile.ts';
import { toTokens } from '../output-forecast.ts';
import type { SimulatedRequest } from './simulated-traffic.ts';

/** LiteLLM's estimate where a request names no max_tokens (DEFAULT_MAX_TOKENS_ESTIMATE, BerriAI/litellm#27509). */
const LITELLM_DEFAULT = 16_384;
/** Of four keys, what their requests name as max_tokens. */
const ASKED: readonly number[] = [Infinity, Infinity, 2_048, 8_192];

const SOURCE = { organization: 'acme', model: 'm' };

/** What requests cost, beside what was foretold: nano-USD a token for output, at the price of one model. */
export interface Scores {
  readonly requests: number;
  /** Mean absolute error of the cost, as a multiple of the oracle's. */
  readonly ours: number;
  readonly litellm: number;
  /** Mean absolute error of the logarithm of the cost, as a multiple of the oracle's: there each key counts alike. */
  readonly oursLog: number;
  readonly litellmLog: number;
  /** Shares of answers below the tenth percentile, within the two, and above the ninetieth. */
  readonly below: number;
  readonly within: number;
  readonly above: number;
}

/**
 * Foretells each request from those before it, the first ones of each key included, and compares with what was answered. The measure is the mean absolute error, of which the median is the best constant:
 * it is what the oracle says, who knows the distribution that each answer is drawn from.
 */
export function scoreForecasts(traffic: Iterable<SimulatedRequest>): Scores {
  const history = new OutputHistory(() => profileOf('any'));
  const asked = new Map<string, number>();
  const sums = { ours: 0, oracle: 0, litellm: 0, oursLog: 0, oracleLog: 0, litellmLog: 0 };
  const counts = { all: 0, below: 0, above: 0 };
  for (const { key, median, output } of traffic) {
    const maxTokens = asked.get(key) ?? ASKED[asked.size % ASKED.length] ?? Infinity;
    asked.set(key, maxTokens);
    const answered = Math.min(output, maxTokens);
    const forecast = toTokens(history.forecast({ ...SOURCE, key }), maxTokens);
    const best = Math.min(median, maxTokens);
    const litellm = Math.min(maxTokens, LITELLM_DEFAULT);
    const log = (estimate: number): number => Math.abs(Math.log(estimate / answered));
    counts.all += 1;
    if (answered < forecast.low) counts.below += 1;
    if (answered > forecast.high) counts.above += 1;
    sums.ours += Math.abs(forecast.median - answered);
    sums.oracle += Math.abs(best - answered);
    sums.litellm += Math.abs(litellm - answered);
    sums.oursLog += log(forecast.median);
    sums.oracleLog += log(best);
    sums.litellmLog += log(litellm);
    history.observe({ ...SOURCE, key }, answered);
  }
  const { all, below, above } = counts;
  return {
    requests: all,
    ours: sums.ours / sums.oracle,
    litellm: sums.litellm / sums.oracle,
    oursLog: sums.oursLog / sums.oracleLog,
    litellmLog: sums.litellmLog / sums.oracleLog,
    below: below / all,
    within: (all - below - above) / all,
    above: above / all,
  };
}
