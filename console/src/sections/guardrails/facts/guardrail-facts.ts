import type {
  FindingAction,
  GuardrailOutcome,
  GuardrailStage,
} from '@aicp/contracts/guardrails/verdict';
import type { ChartData, ChartSeries } from '../../../charts/chart-data.ts';

/** How many requests a guardrail said what of. */
export type VerdictCounts = Readonly<Record<GuardrailOutcome, number>>;

/** What it did, and what it would have done while it only watched. */
interface Both {
  readonly acted: VerdictCounts;
  readonly monitored: VerdictCounts;
}

/** How often something was found. */
export interface FindingFacts {
  readonly label: string;
  readonly action: FindingAction;
  readonly is_monitor: boolean;
  readonly requests: number;
  readonly count: number;
}

/** What a guardrail said over a time, as `GET /guardrails/{id}/stats` answers. */
export interface GuardrailStats extends Both {
  readonly since: string;
  readonly until: string;
  /** From when on there is anything; null: there is nothing. */
  readonly facts_since: string | null;
  readonly requests: number;
  readonly stages: readonly (Both & { readonly stage: GuardrailStage })[];
  readonly findings: readonly FindingFacts[];
  readonly step_seconds: number;
  readonly points: readonly (Both & { readonly start: string })[];
}

type Line = readonly [name: string, kind: keyof Both, verdict: GuardrailOutcome];

const LINES: readonly Line[] = [
  ['Blocked', 'acted', 'blocked'],
  ['Redacted', 'acted', 'redacted'],
  ['Passed', 'acted', 'passed'],
  ['Not looked at', 'acted', 'skipped'],
  ['Could not judge', 'acted', 'error'],
  ['Would have been blocked', 'monitored', 'blocked'],
  ['Would have been redacted', 'monitored', 'redacted'],
];

/** Verdicts over time: lines that are nowhere more than nothing are left out. A step without a point had no requests. */
export function chartOfVerdicts({ since, until, step_seconds, points }: GuardrailStats): ChartData {
  const step = step_seconds * 1000;
  const first = Math.floor(Date.parse(since) / step) * step;
  const count = Math.ceil((Date.parse(until) - first) / step);
  const at = new Map(points.map((point) => [Date.parse(point.start), point]));
  const steps = Array.from({ length: Math.max(count, 0) }, (_, index) => first + index * step);
  const moments = [...new Set([...steps, ...at.keys()])].toSorted((one, other) => one - other);
  const series = LINES.map(([name, kind, verdict]): ChartSeries => {
    const values = moments.map((moment) => at.get(moment)?.[kind][verdict] ?? 0);
    return { name, values };
  });
  const isSomething = ({ values }: ChartSeries): boolean => values.some((value) => value !== 0);
  return { unit: 'requests', moments, series: series.filter(isSomething) };
}
