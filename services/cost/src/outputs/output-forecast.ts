/** What a request is expected to answer, in tokens that are billed as output. */
export interface OutputForecast {
  /** As many answers are shorter as are longer. */
  readonly median: number;
  /** One in ten answers is shorter, one in ten is longer. */
  readonly low: number;
  readonly high: number;
}

/** A forecast in the logarithm of tokens, in which lengths of answers are near a bell curve. */
export interface LogForecast {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** In whole tokens; never more than `most`, which a request's max_tokens or its model sets. */
export function toTokens({ median, low, high }: LogForecast, most: number): OutputForecast {
  const tokens = (log: number): number => Math.min(most, Math.max(1, Math.round(Math.exp(log))));
  return { median: tokens(median), low: tokens(low), high: tokens(high) };
}

/** Tokens as forecasts read them: an answer of none counts as one. */
export const logOf = (tokens: number): number => Math.log(Math.max(1, tokens));

/** Standard deviations between the median and the tenth percentile of a bell curve. */
export const BELL_TENTH = 1.2816;
