import { Counter, Histogram, type Registry } from '@aicp/common/metrics/registry';
import type { OutputForecast } from '../outputs/output-forecast.ts';

/** Of each model, so many of the last comparisons count. */
const WINDOW = 500;
const MOST_MODELS = 2_000;
/** Errors as shares of what came. */
const BUCKETS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 10];

interface Comparison {
  readonly foretold: number;
  readonly came: number;
  readonly isWithin: boolean;
}

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

/** Holds what was foretold against what the ledger shows, by model. */
export class AccuracyBook {
  private readonly answers = new Map<string, Comparison[]>();
  private readonly requests = new Map<string, Comparison[]>();
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

  /** An answer of `came` tokens. `model`: metadata.name of the Model. */
  addAnswer(model: string, { low, median, high }: OutputForecast, came: number): void {
    const isWithin = came >= low && came <= high;
    const outside = came < low ? 'below' : 'above';
    this.positions.inc({ position: isWithin ? 'within' : outside });
    this.errors.observe({ of: 'answer' }, errorOf({ foretold: median, came }));
    add(this.answers, model, { foretold: median, came, isWithin });
  }

  /** A request that cost `came` (nano-USD), and whose cost was asked for before. */
  addRequest(model: string, foretold: number, came: number): void {
    if (came === 0) return;
    this.errors.observe({ of: 'request' }, errorOf({ foretold, came }));
    add(this.requests, model, { foretold, came, isWithin: false });
  }

  /** How well lengths of a model's answers were foretold; undefined where nothing was compared. */
  ofAnswers(model: string): Accuracy | undefined {
    return accuracyOf(this.answers.get(model));
  }

  /** How well the cost of whole requests was foretold; undefined where none was. */
  ofRequests(model: string): Omit<Accuracy, 'coverage'> | undefined {
    return accuracyOf(this.requests.get(model));
  }
}

function add(book: Map<string, Comparison[]>, model: string, one: Comparison): void {
  let known = book.get(model);
  if (!known) {
    if (book.size >= MOST_MODELS) return;
    known = [];
    book.set(model, known);
  }
  known.push(one);
  if (known.length > WINDOW) known.shift();
}

const errorOf = ({ foretold, came }: Pick<Comparison, 'foretold' | 'came'>): number =>
  Math.abs(foretold - came) / came;

function accuracyOf(comparisons: readonly Comparison[] | undefined): Accuracy | undefined {
  if (!comparisons || comparisons.length === 0) return undefined;
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
