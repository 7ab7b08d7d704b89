import { Counter, Histogram, type Registry } from '@aicp/common/metrics/registry';
import {
  Comparisons,
  type AccuracyQuestion,
  type AccuracySource,
  type Comparison,
} from './comparisons.ts';
import type { OutputForecast } from '../outputs/output-forecast.ts';

/** Errors as shares of what came. */
const BUCKETS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 10];

/** How well a thing was foretold. Shares: 0.1 is 10 %. */
export interface Accuracy {
  readonly samples: number;
  /** Half of all errors are smaller. */
  readonly medianError: number;
  /** How many came between the foretold tenth and ninetieth percentile. */
  readonly coverage: number;
  /** By how much all that was foretold is more than all that came. */
  readonly bias: number;
}

/**
 * Holds what was foretold against what the ledger shows, by organization and model: how many answers there were, and how they fell, tells what somebody does with a
 * model, so that no organization is told of another's.
 */
export class AccuracyBook {
  private readonly answers = new Comparisons();
  private readonly requests = new Comparisons();
  private readonly errors: Histogram<'of'>;
  private readonly positions: Counter<'position'>;

  constructor(registry: Registry) {
    this.errors = new Histogram({
      name: 'aicp_cost_prediction_error',
      help: 'How far what came was from what was foretold, as a share of what came: lengths of answers, and costs of requests that were foretold under their id',
      labelNames: ['of'],
      buckets: BUCKETS,
      registers: [registry],
    });
    this.positions = new Counter({
      name: 'aicp_cost_answers_total',
      help: 'Answers below, within and above the foretold tenth and ninetieth percentile',
      labelNames: ['position'],
      registers: [registry],
    });
  }

  /** An answer of `came` tokens. */
  addAnswer(of: AccuracySource, { low, median, high }: OutputForecast, came: number): void {
    const isWithin = came >= low && came <= high;
    const outside = came < low ? 'below' : 'above';
    this.positions.inc({ position: isWithin ? 'within' : outside });
    this.errors.observe({ of: 'answer' }, errorOf({ foretold: median, came }));
    this.answers.add(of, { foretold: median, came, isWithin });
  }

  /** A request that cost `came` (nano-USD), and whose cost was asked for before. */
  addRequest(of: AccuracySource, foretold: number, came: number): void {
    if (came === 0) return;
    this.errors.observe({ of: 'request' }, errorOf({ foretold, came }));
    this.requests.add(of, { foretold, came, isWithin: false });
  }

  /** How well lengths of a model's answers were foretold; undefined where nothing was compared. */
  ofAnswers(question: AccuracyQuestion): Accuracy | undefined {
    return accuracyOf(this.answers.of(question));
  }

  /** How well the cost of whole requests was foretold; undefined where none was. */
  ofRequests(question: AccuracyQuestion): Omit<Accuracy, 'coverage'> | undefined {
    return accuracyOf(this.requests.of(question));
  }
}

const errorOf = ({ foretold, came }: Pick<Comparison, 'foretold' | 'came'>): number =>
  Math.abs(foretold - came) / came;

function accuracyOf(comparisons: readonly Comparison[]): Accuracy | undefined {
  if (comparisons.length === 0) return undefined;
  const samples = comparisons.length;
  const errors = comparisons.map(errorOf).sort((a, b) => a - b);
  const middle = samples / 2;
  const sum = { foretold: 0, came: 0, within: 0 };
  for (const { foretold, came, isWithin } of comparisons) {
    sum.foretold += foretold;
    sum.came += came;
    if (isWithin) sum.within += 1;
  }
  return {
    samples,
    medianError: ((errors[Math.ceil(middle) - 1] ?? 0) + (errors[Math.floor(middle)] ?? 0)) / 2,
    coverage: sum.within / samples,
    bias: sum.foretold / sum.came - 1,
  };
}
