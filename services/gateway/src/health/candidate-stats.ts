import type { CandidateStats } from '@aicp/contracts/routing/catalog/candidate-stats';
import type { SeenFigures } from './fleet/seen-figures.ts';
import type { HealthBook } from './health-book.ts';
import type { ModelHealth } from './model-health.ts';

/** What other replicas have seen of a model, by its key. */
export interface Others {
  of(key: string): SeenFigures | undefined;
}

const NOBODY: Others = { of: () => undefined };

/**
 * What routing asks of how models have done of late, by their names. Conditions are held against what this replica has seen itself, so that nobody who
 * can write where replicas meet decides who may serve; strategies go by what others have seen as well.
 */
export function candidateStats(
  book: Pick<HealthBook, 'modelNamed'>,
  others = NOBODY,
): CandidateStats {
  const seenByOthers = (health: ModelHealth | undefined): SeenFigures | undefined =>
    health && others.of(health.key);
  return {
    p95Ms: ({ name }) => book.modelNamed(name)?.times.p95Ms,
    errorRate: ({ name }) => book.modelNamed(name)?.errorRate,
    isTried: ({ name }) => {
      const own = book.modelNamed(name);
      return (own?.attempts ?? 0) > 0 || (seenByOthers(own)?.attempts ?? 0) > 0;
    },
    inFlight: ({ name }) => {
      const own = book.modelNamed(name);
      return (own?.inFlight ?? 0) + (seenByOthers(own)?.inFlight ?? 0);
    },
    meanMs: ({ name }) => {
      const own = book.modelNamed(name);
      return own && meanMs(own, seenByOthers(own));
    },
    tokensThisMinute: ({ name }) => {
      const own = book.modelNamed(name);
      return (own?.tokensThisMinute ?? 0) + (seenByOthers(own)?.tokens ?? 0);
    },
  };
}

/** Of all answers. Where all that this replica asks for fails, it is no help to it that others are answered. */
function meanMs(own: ModelHealth, others: SeenFigures | undefined): number | undefined {
  const { answers, meanMs: ownMs = 0 } = own.times;
  if (answers === 0 && own.attempts > 0) return undefined;
  const all = answers + (others?.answers ?? 0);
  if (all === 0) return undefined;
  return (ownMs * answers + (others?.answeredMs ?? 0)) / all;
}
