/** How the middle of a key's answers moves from its first request to its last. */
export const DRIFTS = ['none', 'walk', 'slope', 'jump', 'wave'] as const;
export type Drift = (typeof DRIFTS)[number];

/** One request of simulated traffic, and what an oracle knows of it that knows how it was drawn. */
export interface SimulatedRequest {
  readonly key: string;
  readonly drift: Drift;
  readonly sigma: number;
  /** The middle of the distribution that its answer is drawn from, tokens. */
  readonly median: number;
  /** What was answered, tokens. */
  readonly output: number;
}

/** Random numbers of [0, 1) that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Where a key's middle has moved, in logarithms, at `step` of `steps`. */
function moved(drift: Drift, { at, walk, turn }: { at: number; walk: number; turn: number }) {
  if (drift === 'walk') return walk;
  if (drift === 'slope') return (turn - 0.5) * 3 * at;
  if (drift === 'jump') return at > 0.2 + 0.6 * turn ? 1 : 0;
  return drift === 'wave' ? 0.6 * Math.sin(2 * Math.PI * (at * 2 + turn)) : 0;
}

/**
 * Requests of many keys in turns. Each key's answers are lognormal, with a spread of its own between 0.3 and 0.8 and a middle that drifts in its own way: not at all, as a random walk, steadily by up to
 * a factor of e^1.5, by a jump of a factor of e, or in waves.
 */
export function* simulatedTraffic(options: {
  readonly seed: number;
  readonly keys: number;
  readonly requestsPerKey: number;
  readonly drifts?: readonly Drift[];
}): Generator<SimulatedRequest> {
  const { seed, keys, requestsPerKey, drifts = DRIFTS } = options;
  const random = seeded(seed);
  const draws = Array.from({ length: keys }, (_, index) => ({
    key: `key-${index}`,
    drift: drifts[index % drifts.length] ?? 'none',
    sigma: 0.3 + 0.5 * random(),
    base: Math.log(250) + normal(random),
    turn: random(),
    walk: 0,
  }));
  for (let step = 0; step < requestsPerKey; step += 1) {
    for (const draw of draws) {
      draw.walk += 0.03 * normal(random);
      const { key, drift, sigma, walk, turn } = draw;
      const middle = draw.base + moved(drift, { at: step / requestsPerKey, walk, turn });
      const output = Math.max(1, Math.round(Math.exp(middle + sigma * normal(random))));
      yield { key, drift, sigma, median: Math.exp(middle), output };
    }
  }
}
