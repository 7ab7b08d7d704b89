import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import type { OverviewGroup } from '@aicp/ledger/requests/request-overview';
import type { RequestReader } from '@aicp/ledger/requests/request-reader';
import type { UsageScope } from '../../spend/ledger/usage-scope.ts';
import { pointOfRequests, pointsOfSums, timesOfSpans } from './overview-points.ts';
import type { MetricsOverview } from './overview-schema.ts';
import { edgesOf, stepsOf, type Steps } from './overview-steps.ts';

/** What of the ledger is asked. */
export interface OverviewLedger {
  readonly reader: Pick<LedgerReader, 'usageBy' | 'usageKeptFrom' | 'latencySpans'>;
  readonly requests: Pick<RequestReader, 'count' | 'overview'>;
}

export interface OverviewQuestion {
  readonly scope: UsageScope;
  /** Whether that is everything: times of attempts are those of all organizations together. */
  readonly isAll: boolean;
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly groupBy: OverviewGroup | undefined;
}

/** So many requests are counted one by one, in about a second; of more, sums are read. */
const MOST_COUNTED = 500_000;
const MOST_GROUPS = 10;
/** So many points of groups are read at a time, each with its times. */
const STEPS_OF_GROUPS = 3;

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** How requests went: counted one by one where they are kept and few enough, from sums elsewhere. */
export async function readOverview(
  { reader, requests }: OverviewLedger,
  question: OverviewQuestion,
): Promise<MetricsOverview> {
  const { scope, groupBy, untilMs } = question;
  const sinceMs = Math.max(question.sinceMs, scope.sinceMs);
  if (sinceMs >= untilMs) return answerOf(question, { stepMs: QUARTER_MS }, 'none', []);
  const isKept = sinceMs >= (await reader.usageKeptFrom());
  const asked = { from: sinceMs, to: untilMs, filter: scope.filter };
  const isCounted = isKept && (await requests.count(asked, MOST_COUNTED)) <= MOST_COUNTED;
  if (isCounted) {
    const { stepMs } = stepsOf(question.sinceMs, untilMs, leastOf(question));
    const found = await requests.overview({ ...asked, stepMs, groupBy, mostGroups: MOST_GROUPS });
    return answerOf(question, { stepMs }, 'requests', found.map(pointOfRequests));
  }
  const steps = stepsOf(question.sinceMs, untilMs, isKept ? QUARTER_MS : DAY_MS);
  return await fromSums(reader, question, steps);
}

/** Groups have fewer points, so that all of them together are no more than a page can draw. */
const leastOf = ({ groupBy, sinceMs, untilMs }: OverviewQuestion): number =>
  groupBy === undefined ? 0 : ((untilMs - sinceMs) / 300) * STEPS_OF_GROUPS;

async function fromSums(
  reader: OverviewLedger['reader'],
  question: OverviewQuestion,
  steps: Steps,
): Promise<MetricsOverview> {
  const { scope, groupBy, isAll } = question;
  // Nothing of before an organization was made is its own, also where that is within a step.
  const ownMs = Math.ceil(scope.sinceMs / QUARTER_MS) * QUARTER_MS;
  const from = Math.max(steps.from, ownMs);
  const edges = edgesOf(steps).filter((edge) => edge > from);
  const totals = await reader.usageBy<OverviewGroup>({
    ...{ from, to: steps.to, filter: scope.filter, step: [from, ...edges] },
    groupBy: groupBy === undefined ? [] : [groupBy],
  });
  const aligned = totals.map((one) => ({
    ...one,
    startsMs: Math.floor(one.startsMs / steps.stepMs) * steps.stepMs,
  }));
  if (!isAll || groupBy === 'team') {
    return answerOf(question, steps, 'none', pointsOfSums(aligned, groupBy, new Map()));
  }
  const spans = await reader.latencySpans({
    ...{ unit: unitOf(steps.stepMs), fromMs: steps.from, toMs: steps.to },
  });
  const points = pointsOfSums(aligned, groupBy, timesOfSpans(spans, steps, groupBy));
  return answerOf(question, steps, 'attempts', points);
}

function unitOf(stepMs: number): 'minute' | 'hour' | 'day' {
  if (stepMs >= DAY_MS) return 'day';
  return stepMs >= HOUR_MS ? 'hour' : 'minute';
}

const answerOf = (
  { sinceMs, untilMs }: OverviewQuestion,
  { stepMs }: Pick<Steps, 'stepMs'>,
  timesOf: MetricsOverview['times_of'],
  points: MetricsOverview['points'],
): MetricsOverview => ({
  since: new Date(sinceMs).toISOString(),
  until: new Date(untilMs).toISOString(),
  step_seconds: stepMs / 1000,
  times_of: timesOf,
  points,
});
