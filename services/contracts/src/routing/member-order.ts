import type { RoutingStrategy } from '@aicp/crds/kit/routing-strategies';
import type { CandidateStats } from './catalog/candidate-stats.ts';
import type { Member } from './catalog/entitlement.ts';
import type { RoutingModel } from './catalog/resolution.ts';

export interface MemberOrder {
  readonly strategy: RoutingStrategy;
  /** [0, 1). */
  readonly random: () => number;
  /** Undefined where nobody knows: weights and prices then decide alone. */
  readonly stats: CandidateStats | undefined;
}

/**
 * The members of a group in the order in which they are tried. They are drawn by their weights, one after another; a strategy other than
 * simple-shuffle then sorts them, so that weights decide between equals. Those without weight come after all that have some.
 */
export function inOrder<M extends RoutingModel>(
  members: readonly Member<M>[],
  { strategy, random, stats }: MemberOrder,
): M[] {
  const rating = RATINGS[strategy];
  const ordered = (some: readonly Member<M>[]): M[] => {
    const models = drawn(some, random);
    if (!rating || models.length < 2) return models;
    const rated = models.map((model) => ({ model, rate: rating(model, stats) }));
    // Not by difference: two that are both rated Infinity are equals.
    rated.sort((a, b) => (a.rate === b.rate ? 0 : a.rate - b.rate));
    return rated.map(({ model }) => model);
  };
  const weighty = members.filter(({ weight }) => weight > 0);
  if (weighty.length === members.length) return ordered(weighty);
  const others = members.filter(({ weight }) => weight <= 0);
  return [...ordered(weighty), ...ordered(others.map(({ model }) => ({ model, weight: 1 })))];
}

/** All of them in random order: the next is each time one of those left, by its share of their weights. */
function drawn<M extends RoutingModel>(members: readonly Member<M>[], random: () => number): M[] {
  const left = [...members];
  let total = left.reduce((sum, { weight }) => sum + weight, 0);
  const models: M[] = [];
  while (left.length > 1) {
    const [{ model, weight }] = left.splice(pick(left, random() * total), 1) as [Member<M>];
    total -= weight;
    models.push(model);
  }
  return [...models, ...left.map(({ model }) => model)];
}

function pick(members: readonly { readonly weight: number }[], at: number): number {
  let passed = 0;
  const index = members.findIndex(({ weight }) => {
    passed += weight;
    return at < passed;
  });
  return index === -1 ? members.length - 1 : index;
}

/** How good a model is at the moment; the least is the best. */
type Rating = (model: RoutingModel, stats: CandidateStats | undefined) => number;

const RATINGS: Readonly<Record<RoutingStrategy, Rating | undefined>> = {
  'simple-shuffle': undefined,
  'least-busy': (model, stats) => stats?.inFlight(model) ?? 0,
  'latency-based-routing': (model, stats) => (stats ? latency(model, stats) : 0),
  'cost-based-routing': ({ price }) => price ?? Infinity,
  'usage-based-routing': (model, stats) => stats?.tokensThisMinute(model) ?? 0,
};

const UNTRIED = -1;

/**
 * One that was not tried of late is tried, by one request at a time: a model that hangs would else get them all. One that was tried and has
 * not answered comes last.
 */
function latency(model: RoutingModel, stats: CandidateStats): number {
  const mean = stats.meanMs(model);
  if (mean !== undefined) return Math.round(mean);
  const isUntried = !stats.isTried(model) && stats.inFlight(model) === 0;
  return isUntried ? UNTRIED : Infinity;
}
