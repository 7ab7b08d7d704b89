import type { CandidateStats } from '@aicp/contracts/routing/catalog/candidate-stats';
import type { RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import type { Gateway } from '../../pipeline/exchange/gateway.ts';

/**
 * Answers the gateway as each request of a batch is to find it. All of them are to be served by one model: what the first drew, the others draw too, and models
 * look to them as they did when one was first looked at.
 */
export function oneDraw<Found extends Pick<Gateway, 'random' | 'stats'>>(
  gateway: Found,
): () => Found {
  const drawn: number[] = [];
  const stats = gateway.stats && keptStats(gateway.stats);
  return () => {
    let count = 0;
    const random = (): number => {
      const draw = (drawn[count] ??= gateway.random());
      count += 1;
      return draw;
    };
    return { ...gateway, random, ...(stats ? { stats } : {}) };
  };
}

const keptStats = (stats: CandidateStats): CandidateStats => ({
  p95Ms: kept((model) => stats.p95Ms(model)),
  errorRate: kept((model) => stats.errorRate(model)),
  isTried: kept((model) => stats.isTried(model)),
  inFlight: kept((model) => stats.inFlight(model)),
  meanMs: kept((model) => stats.meanMs(model)),
  tokensThisMinute: kept((model) => stats.tokensThisMinute(model)),
});

/** The same figure for each model, however often it is asked for. */
function kept<Figure>(figureOf: (model: RoutingModel) => Figure): (model: RoutingModel) => Figure {
  const figures = new Map<RoutingModel, { readonly figure: Figure }>();
  return (model) => {
    const known = figures.get(model) ?? { figure: figureOf(model) };
    figures.set(model, known);
    return known.figure;
  };
}
