/** What is expected to be spent in some days to come. */
export interface Forecast {
  readonly expected: number;
  /** With a probability of 80 %, it is between these. */
  readonly low: number;
  readonly high: number;
}

const WEEK = 7;
/** From so many days on, weekdays and a trend can be told from chance. */
const ENOUGH_DAYS = 14;
/** Of a normal distribution: 10 % lie above. */
const NINTH_DECILE = 1.2816;
/** The line and the weekdays are fitted in turns; the change is far below a cent by then. */
const TURNS = 50;

interface Fit {
  readonly level: number;
  readonly slope: number;
  readonly weekdays: readonly number[];
  /** Standard deviation of a day. */
  readonly spread: number;
  /** How much more a sum of days varies because one day is like the next. */
  readonly inflation: number;
}

/** Which days are forecast. */
export interface Horizon {
  readonly days: number;
  /** How many days lie between the last of the past and the first of these. */
  readonly after: number;
}

/**
 * Forecasts the sum of some days from those of the past, the oldest first: a linear trend with an effect of each weekday, by least squares; of less than two
 * weeks, their mean. No day costs less than nothing. The interval holds the scatter of the days, as far as they are like the day before, and what is not known of the trend.
 */
export function forecastOf(past: readonly number[], horizon: Horizon): Forecast {
  const days = past.slice(
    Math.max(
      0,
      past.findIndex((cost) => cost > 0),
    ),
  );
  if (days.length === 0 || days.every((cost) => cost === 0)) {
    return { expected: 0, low: 0, high: 0 };
  }
  const fit = days.length < ENOUGH_DAYS ? meanOf(days) : fitted(days);
  const first = days.length + horizon.after;
  const next = Array.from({ length: horizon.days }, (_, ahead) => first + ahead);
  const expected = next.reduce((sum, day) => sum + Math.max(0, at(fit, day)), 0);
  const margin = NINTH_DECILE * fit.spread * Math.sqrt(varianceFactor(days.length, horizon, fit));
  return { expected, low: Math.max(0, expected - margin), high: expected + margin };
}

const at = ({ level, slope, weekdays }: Fit, day: number): number =>
  level + slope * day + (weekdays[day % WEEK] ?? 0);

function meanOf(days: readonly number[]): Fit {
  const level = mean(days);
  const squares = days.reduce((sum, cost) => sum + (cost - level) ** 2, 0);
  const spread = Math.sqrt(squares / Math.max(1, days.length - 1));
  return { level, slope: 0, weekdays: [], spread, inflation: 1 };
}

function fitted(days: readonly number[]): Fit {
  let line = { level: 0, slope: 0 };
  let weekdays: readonly number[] = Array.from({ length: WEEK }, () => 0);
  for (let turn = 0; turn < TURNS; turn += 1) {
    line = lineThrough(days.map((cost, day) => cost - (weekdays[day % WEEK] ?? 0)));
    weekdays = effectsOf(days.map((cost, day) => cost - line.level - line.slope * day));
  }
  const rest = days.map((cost, day) => cost - at({ ...line, weekdays } as Fit, day));
  const squares = rest.reduce((sum, one) => sum + one * one, 0);
  // A line has two parameters, and the weekdays six more.
  const spread = Math.sqrt(squares / Math.max(1, days.length - 8));
  return { ...line, weekdays, spread, inflation: inflationOf(rest, squares) };
}

function lineThrough(values: readonly number[]): { level: number; slope: number } {
  const middle = (values.length - 1) / 2;
  const average = mean(values);
  const [top, bottom] = values.reduce(
    ([products, squares], value, day) => [
      products + (day - middle) * (value - average),
      squares + (day - middle) ** 2,
    ],
    [0, 0],
  );
  const slope = bottom === 0 ? 0 : top / bottom;
  return { level: average - slope * middle, slope };
}

/** The mean of each weekday, so that they add up to nothing. */
function effectsOf(values: readonly number[]): number[] {
  const means = Array.from({ length: WEEK }, (_, weekday) =>
    mean(values.filter((_value, day) => day % WEEK === weekday)),
  );
  const middle = mean(means);
  return means.map((one) => one - middle);
}

/** By the correlation of each day with the day before; what is negative, or nearly 1, is taken for chance. */
function inflationOf(rest: readonly number[], squares: number): number {
  if (squares === 0) return 1;
  const products = rest.slice(1).reduce((sum, one, day) => sum + one * (rest[day] ?? 0), 0);
  const correlation = Math.min(0.8, Math.max(0, products / squares));
  return (1 + correlation) / (1 - correlation);
}

/** Of a sum of days, in variances of a day: their own scatter, and the unknown height and slope of the line. */
function varianceFactor(
  known: number,
  { days, after }: Horizon,
  { slope, inflation }: Fit,
): number {
  const distance = known + after + (days - 1) / 2 - (known - 1) / 2;
  const squares = (known * (known * known - 1)) / 12;
  const ofSlope = slope === 0 || squares === 0 ? 0 : distance ** 2 / squares;
  return inflation * (days + days ** 2 * (1 / known + ofSlope));
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
