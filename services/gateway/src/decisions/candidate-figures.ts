import type { CandidateFacts } from '@aicp/contracts/decision/decision-record';
import type { CandidateStats } from '@aicp/contracts/routing/catalog/candidate-stats';
import type { Resolution, RoutingModel } from '@aicp/contracts/routing/catalog/resolution';

type Figures = Pick<CandidateStats, 'p95Ms' | 'errorRate'>;

/**
 * What the models are like now that a request stands for, and those that may serve it: figures of the last minute, which nobody knows any more when it is answered.
 * Of a model that uses a platform's, that one too: the platform's policies read it.
 */
export function candidateFigures<M extends RoutingModel>(
  resolution: Resolution<M>,
  candidates: readonly M[],
  stats: Figures | undefined,
): CandidateFacts[] {
  const isAlone =
    resolution.kind === 'model' && candidates.length === 1 && candidates[0] === resolution;
  if (isAlone && !resolution.base) return [factsOf(resolution, stats)];
  const members =
    resolution.kind === 'model' ? [resolution] : resolution.members.map(({ model }) => model);
  const models = new Set<RoutingModel>([...members, ...candidates]);
  for (const { base } of [...models]) if (base) models.add(base);
  return Array.from(models, (model) => factsOf(model, stats));
}

function factsOf(model: RoutingModel, stats: Figures | undefined): CandidateFacts {
  const { id, name, tier, provider } = model;
  const [p95, errorRate] = [stats?.p95Ms(model), stats?.errorRate(model)];
  return {
    model: id,
    name,
    ...(tier === undefined ? {} : { tier }),
    provider: provider.id,
    ...(p95 === undefined ? {} : { p95_ms: p95 }),
    ...(errorRate === undefined ? {} : { error_rate: errorRate }),
  };
}
