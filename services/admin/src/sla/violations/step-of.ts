import type { MetricStanding } from '../evaluation/standing.ts';
import type { Violation } from './violation-table.ts';

/** What becomes of a violation, or of none, by how its metric stands. */
export type Step =
  | { readonly kind: 'open' }
  | { readonly kind: 'go_on'; readonly changes: Partial<Violation> }
  | { readonly kind: 'resolve'; readonly changes: Partial<Violation> }
  | { readonly kind: 'unmute' }
  | { readonly kind: 'nothing' };

/** A violation is over with so many points: two evaluations in a row that are clearly good, or ten that are good. */
const POINTS_TO_RESOLVE = 10;
const POINTS_OF_CLEAR = 5;
/** Without enough requests for so long, a violation is over. */
const FORGOTTEN_MS = 24 * 3_600_000;

const NOTHING: Step = { kind: 'nothing' };

type Known = Pick<
  Violation,
  'status' | 'is_muted' | 'good_points' | 'worst' | 'severity' | 'seen_at'
>;

interface Measured {
  readonly actual: number;
}

/**
 * What one evaluation does to the violation of a metric, if there is one: it is opened once, goes on while the target is missed, and is resolved when it was met for a while,
 * so that a value about the target opens no second one. One that was resolved by hand opens again only when the target was met in between.
 */
export function stepOf(
  violation: Known | undefined,
  standing: Pick<MetricStanding, 'state' | 'actual' | 'isClear' | 'severity' | 'metric'>,
  nowMs: number,
): Step {
  const { state, actual } = standing;
  if (!violation) return state === 'violated' ? { kind: 'open' } : NOTHING;
  if (violation.is_muted) return state === 'met' ? { kind: 'unmute' } : NOTHING;
  if (state === 'unknown' || actual === undefined) return unseen(violation, nowMs);
  const known = { ...standing, actual };
  const seen = { actual, seen_at: new Date(nowMs) };
  return state === 'violated' ? missed(violation, known, seen) : met(violation, known, seen);
}

function unseen({ seen_at: seenAt }: Known, nowMs: number): Step {
  const isForgotten = nowMs - seenAt.getTime() >= FORGOTTEN_MS;
  return isForgotten ? { kind: 'resolve', changes: { resolution: 'no_traffic' } } : NOTHING;
}

function missed(
  violation: Known,
  { metric, actual, severity: now }: Pick<MetricStanding, 'metric' | 'severity'> & Measured,
  seen: Partial<Violation>,
): Step {
  const worst = worse(metric, violation.worst, actual);
  const isCritical = violation.severity === 'critical' || now === 'critical';
  const severity = isCritical ? 'critical' : 'warning';
  return { kind: 'go_on', changes: { ...seen, worst, severity, good_points: 0 } };
}

function met(
  violation: Known,
  { isClear }: Pick<MetricStanding, 'isClear'>,
  seen: Partial<Violation>,
): Step {
  const points = violation.good_points + (isClear ? POINTS_OF_CLEAR : 1);
  const changes = { ...seen, good_points: points };
  return points >= POINTS_TO_RESOLVE
    ? { kind: 'resolve', changes: { ...changes, resolution: 'recovered' } }
    : { kind: 'go_on', changes };
}

/** Of availability, less is worse. */
const worse = (metric: MetricStanding['metric'], before: number, now: number): number =>
  metric === 'availability' ? Math.min(before, now) : Math.max(before, now);
