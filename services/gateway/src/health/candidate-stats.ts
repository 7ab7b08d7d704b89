import type { CandidateStats } from '@aicp/contracts/routing/catalog/candidate-stats';
import type { HealthBook } from './health-book.ts';

/** What routing asks of how models have done of late, by their names. */
export const candidateStats = (book: Pick<HealthBook, 'modelNamed'>): CandidateStats => ({
  p95Ms: ({ name }) => book.modelNamed(name)?.times.p95Ms,
  errorRate: ({ name }) => book.modelNamed(name)?.errorRate,
  inFlight: ({ name }) => book.modelNamed(name)?.inFlight ?? 0,
  meanMs: ({ name }) => book.modelNamed(name)?.times.meanMs,
  tokensThisMinute: ({ name }) => book.modelNamed(name)?.tokensThisMinute ?? 0,
});
