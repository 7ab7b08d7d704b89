/** How many answers each expert remembers: a short memory follows drift, a long one wavers little. */
const MEMORIES = [4, 12, 40, 150] as const;
/** How far the last one steps towards each answer, in standard deviations: outliers, however far, move it no further. */
const STEP = 0.12;
/** For how many answers the experts' errors are remembered, by which they are weighed. */
const ERROR_MEMORY = 60;
/** How fast trust goes to those that err less. */
const TRUST = 1.5;

interface Expert {
  readonly memory: number;
  location: number;
  /** Answers that it stands for. */
  weight: number;
  error: number;
}

/** What the answers are about to be without a key's own history. */
export interface Prior {
  readonly location: number;
  /** How many answers it counts as. */
  readonly weight: number;
}

/**
 * Where the middle of a sequence is that may drift: several means, each with another memory, and a slow median, weighed by how well each has foretold the last answers ("follow the
 * better experts": Cesa-Bianchi and Lugosi, Prediction, Learning, and Games, chapter 2). Constant time and memory.
 */
export class LocationExperts {
  private readonly experts: readonly Expert[] = [...MEMORIES, Infinity].map((memory) => ({
    memory,
    location: 0,
    weight: 0,
    error: 0,
  }));
  private weightSum = 0;

  /** Answers that the longest memory stands for. */
  get weight(): number {
    return this.weightSum;
  }

  /** The middle, as of now. `scale`: the usual distance from it. */
  at(prior: Prior, scale: number): number {
    const least = Math.min(...this.experts.map(({ error }) => error));
    let sum = 0;
    let trust = 0;
    for (const expert of this.experts) {
      const share = Math.exp((-TRUST * (expert.error - least)) / scale);
      sum += share * withPrior(expert, prior);
      trust += share;
    }
    return sum / trust;
  }

  /** Takes the next answer in. */
  observe(log: number, prior: Prior, scale: number): void {
    for (const expert of this.experts) {
      const error = Math.abs(log - withPrior(expert, prior));
      expert.error += error - expert.error / ERROR_MEMORY;
      if (expert.memory === Infinity) stepTo(expert, log, scale);
      else meanWith(expert, log);
    }
    this.weightSum = Math.max(...this.experts.map(({ weight }) => weight));
  }
}

const withPrior = ({ location, weight }: Expert, prior: Prior): number =>
  (weight * location + prior.weight * prior.location) / (weight + prior.weight);

function meanWith(expert: Expert, log: number): void {
  expert.weight += 1 - expert.weight / expert.memory;
  expert.location += (log - expert.location) / expert.weight;
}

/** The first few answers make a mean; from then on it steps. */
function stepTo(expert: Expert, log: number, scale: number): void {
  expert.weight += 1;
  const distance = log - expert.location;
  if (expert.weight * STEP < 1) expert.location += distance / expert.weight;
  else expert.location += Math.sign(distance) * Math.min(Math.abs(distance), STEP * scale);
}
