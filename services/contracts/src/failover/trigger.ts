import { cutText } from '../routing/request/chat-facts.ts';

/** What a trigger may test: shares from 0 to 1, and milliseconds. */
export const TRIGGER_METRICS = [
  'error_rate',
  'p50_ms',
  'p95_ms',
  'p99_ms',
  'ttft_p95_ms',
  'availability',
] as const;
export type TriggerMetric = (typeof TRIGGER_METRICS)[number];

export const TRIGGER_COMPARISONS = ['>=', '<=', '>', '<'] as const;
export type TriggerComparison = (typeof TRIGGER_COMPARISONS)[number];

/** One test of a figure. */
export interface TriggerTest {
  readonly metric: TriggerMetric;
  readonly comparison: TriggerComparison;
  readonly value: number;
}

/** When a model is to be left: one of these lists of tests has to hold as a whole. Neither is ever empty. */
export type Trigger = readonly (readonly TriggerTest[])[];

/** What was seen of a model; what is absent is not known, and no test of it holds. */
export type TriggerFigures = Readonly<Partial<Record<TriggerMetric, number | undefined>>>;

/** A text that is no trigger. The message is a sentence that says what to write. */
export class TriggerError extends Error {
  override readonly name = 'TriggerError';
}

/** Characters of a condition that a message shows. */
const SHOWN = 64;

const TEST = /^([A-Za-z0-9_]+) *(>=|<=|>|<) *([0-9]{1,12}(?:\.[0-9]{1,9})?)$/;

/** Reads `metric op number`, joined by AND and OR, of which AND binds tighter. Throws a TriggerError. */
export const parseTrigger = (text: string): Trigger =>
  text
    .trim()
    .split(/\s+OR\s+/)
    .map((all) => all.split(/\s+AND\s+/).map(parseTest));

function parseTest(text: string): TriggerTest {
  const part = text.trim();
  const [, metric, comparison, value] = TEST.exec(part) ?? [];
  if (metric === undefined) {
    throw new TriggerError(
      `"${cutText(part, SHOWN)}" cannot be read: write a metric, a comparison and a number, such as error_rate > 0.05, joined by AND or OR`,
    );
  }
  if (!isMetric(metric)) {
    throw new TriggerError(
      `there is no metric ${cutText(metric, SHOWN)}: use one of ${TRIGGER_METRICS.join(', ')}`,
    );
  }
  return { metric, comparison: comparison as TriggerComparison, value: Number(value) };
}

const isMetric = (text: string): text is TriggerMetric =>
  (TRIGGER_METRICS as readonly string[]).includes(text);

/** The tests for which a trigger holds: the first list that holds as a whole; undefined where none does. */
export const heldTests = (
  trigger: Trigger,
  figures: TriggerFigures,
): readonly TriggerTest[] | undefined =>
  trigger.find((all) => all.every((test) => holds(test, figures[test.metric])));

function holds({ comparison, value }: TriggerTest, figure: number | undefined): boolean {
  if (figure === undefined) return false;
  switch (comparison) {
    case '>':
      return figure > value;
    case '>=':
      return figure >= value;
    case '<':
      return figure < value;
    case '<=':
      return figure <= value;
  }
}

/** The metrics that a trigger reads, each once, in the order of the table. */
export function metricsOf(trigger: Trigger): TriggerMetric[] {
  const read = new Set(trigger.flat().map(({ metric }) => metric));
  return TRIGGER_METRICS.filter((metric) => read.has(metric));
}
