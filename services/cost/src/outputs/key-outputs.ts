import { LocationExperts } from './location-experts.ts';
import type { ModelOutputs } from './model-outputs.ts';
import { TailWidths } from './tail-widths.ts';
import type { LogForecast } from './output-forecast.ts';

/** Answers that the spread of a key remembers. */
const MEMORY = 60;
/** The spread of the model's keys counts as so many answers. */
const ASSUMED = 5;
/** Answers of one length are not foretold as if there could be no other. */
const LEAST_SCALE = 0.01;
/** From so many answers on, a key's distances say something of keys in general. */
const SETTLED = 4;
const TAIL_RATE = 0.08;
/** Answers after which a key's own tails count as much as those of its model. */
const OWN_TAILS = 30;

/** The answers that one key got of one model, oldest first: what the next one is about to be. Constant time and memory. */
export class KeyOutputs {
  private readonly model: ModelOutputs;
  private readonly experts = new LocationExperts();
  private readonly tails = new TailWidths(TAIL_RATE);
  private squares = 0;
  private squaresWeight = 0;
  private answers = 0;

  constructor(model: ModelOutputs) {
    this.model = model;
  }

  /** How many were taken in. */
  get count(): number {
    return this.answers;
  }

  forecast(): LogForecast {
    const { median, scale, low, high } = this.outlook();
    return { median, low: median - low * scale, high: median + high * scale };
  }

  observe(log: number): void {
    const { median, own, scale, low, high } = this.outlook();
    const distance = log - median;
    this.answers += 1;
    const isSettled = this.answers > SETTLED;
    this.tails.observe(distance / scale, { low, high });
    this.model.tails.observe(distance / scale, { low, high });
    this.experts.observe(log, this.model.prior(), own);
    if (isSettled) this.addSquare(distance ** 2);
    this.model.observe(log, {
      count: this.answers,
      distance: isSettled ? distance : undefined,
    });
  }

  private addSquare(square: number): void {
    this.squaresWeight += 1 - this.squaresWeight / MEMORY;
    this.squares += (square - this.squares) / this.squaresWeight;
  }

  /** The middle, the key's own spread, and what is foretold: while a key's middle is little known, its next answer may be anywhere where keys' middles are. */
  private outlook() {
    const { experts, model, answers } = this;
    const prior = model.prior();
    const own = Math.max(LEAST_SCALE, Math.sqrt(this.variance()));
    const median = experts.at(prior, own);
    const unknown = (prior.between * prior.weight) / (experts.weight + prior.weight);
    const scale = Math.sqrt(own ** 2 + (answers > MEMORY ? 0 : unknown));
    const share = answers / (answers + OWN_TAILS);
    const width = (side: 'low' | 'high'): number =>
      share * this.tails[side] + (1 - share) * model.tails[side];
    return { median, own, scale, low: width('low'), high: width('high') };
  }

  private variance(): number {
    const { squares, squaresWeight, model } = this;
    return (squares * squaresWeight + model.within * ASSUMED) / (squaresWeight + ASSUMED);
  }
}
