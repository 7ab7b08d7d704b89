import type { Finding } from '@aicp/contracts/poll/findings-report';
import type { Verdict } from '../judging/judge.ts';
import type { KnownResult } from './result-store.ts';
import type { TrialResults } from './trial-results.ts';

/** What the condition `Verdict` says: True where it is known who is better, False where no figure can be trusted. */
const SAID: Readonly<
  Record<Verdict, { readonly status: 'True' | 'False' | 'Unknown'; readonly reason: string }>
> = {
  too_few_requests: { status: 'Unknown', reason: 'TooFewRequests' },
  undecided: { status: 'Unknown', reason: 'Undecided' },
  variant_better: { status: 'True', reason: 'VariantBetter' },
  variant_worse: { status: 'True', reason: 'VariantWorse' },
  no_relevant_difference: { status: 'True', reason: 'NoRelevantDifference' },
  guard_rail: { status: 'True', reason: 'GuardRail' },
  sample_ratio_mismatch: { status: 'False', reason: 'SampleRatioMismatch' },
};

/** What the operator writes into the status of a test. */
export function findingOf({ uid, name, results, recommended }: KnownResult): Finding {
  const { status, reason } = SAID[results.verdict];
  const advice =
    recommended === null
      ? ''
      : ` Its state is kept elsewhere: ${recommended} it there, by spec.state.`;
  return {
    kind: 'ABTest',
    uid,
    name,
    conditions: [{ type: 'Verdict', status, reason, message: `${results.reason}${advice}` }],
    observed: {
      baseRequests: results.base_metrics.requests,
      variantRequests: results.variant_metrics.requests,
      difference: differenceIn(results),
      verdict: reason,
      at: results.at,
    },
  };
}

/** Of what decides, in percent of the base, with its interval. */
function differenceIn({ metrics, decided_by }: TrialResults): string {
  const found = metrics.find(({ metric }) => metric === decided_by);
  if (found?.relative === null || found?.relative === undefined) return 'unknown';
  const { relative, relative_low, relative_high } = found;
  const between =
    relative_low === null || relative_high === null
      ? ''
      : ` (${percent(relative_low)} to ${percent(relative_high)})`;
  return `${percent(relative)}${between}`;
}

const percent = (share: number): string => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)} %`;
