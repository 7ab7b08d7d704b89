import type { Expression } from '../../conditions/ast.ts';
import { candidateAttributesOf } from '../../conditions/candidates.ts';
import type { AttributeValue, Lookup } from '../../conditions/evaluate.ts';
import type { CandidateStats } from '../catalog/candidate-stats.ts';
import type { RoutingModel } from '../catalog/resolution.ts';

type Figure = (stats: CandidateStats, model: RoutingModel) => number | undefined;

/** What replicas have seen, and objects do not say. */
const FIGURES: ReadonlyMap<string, Figure> = new Map<string, Figure>([
  ['candidate.p95_ms', (stats, model) => stats.p95Ms(model)],
  ['candidate.error_rate', (stats, model) => stats.errorRate(model)],
]);

/** What conditions read of a model that could serve; of the request, what `get` says. A figure that nobody has may be stated there. */
export const candidateLookup =
  (model: RoutingModel, get: Lookup, stats: CandidateStats | undefined): Lookup =>
  (name): AttributeValue => {
    if (name === 'candidate.tier') return model.tier;
    if (name === 'candidate.provider') return model.provider.id;
    const figure = FIGURES.get(name);
    return (stats && figure?.(stats, model)) ?? get(name);
  };

/** What a condition found of a candidate: `candidate.tier is premium, candidate.p95_ms is not known`. */
export const saidOfCandidate = (condition: Expression, lookup: Lookup): string =>
  candidateAttributesOf(condition)
    .map((name) => `${name} is ${String(lookup(name) ?? 'not known')}`)
    .join(', ');

/** The figures that a condition reads, by their names. */
export const figuresIn = (condition: Expression): string[] =>
  candidateAttributesOf(condition).filter((name) => FIGURES.has(name));
