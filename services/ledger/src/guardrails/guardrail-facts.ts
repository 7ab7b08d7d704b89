import type {
  FindingAction,
  GuardrailOutcome,
  GuardrailStage,
  GuardrailVerdict,
} from '@aicp/contracts/guardrails/verdict';

/** What a row of the sums is about: a stage, or '' for the request as a whole, in which each request counts once. */
export type FactStage = GuardrailStage | '';

/** What sums are told apart by, of one guardrail. */
export interface FactKind {
  readonly guardrail: string;
  readonly stage: FactStage;
  readonly isMonitor: boolean;
  /** Of the stage; of the request as a whole, that of the stage at which most was done. */
  readonly verdict: GuardrailOutcome;
  /** '' in rows that count requests by their verdict; else what was found in them. */
  readonly label: string;
  /** '' where `label` is. */
  readonly action: FindingAction | '';
}

/** Requests of one kind, and what was found in them. */
export interface GuardrailFact extends FactKind {
  readonly requests: number;
  readonly findings: number;
}

/** Of two verdicts of one request the one at which more was done counts. It was skipped only where all was. */
const MOST_DONE: readonly GuardrailOutcome[] = [
  'blocked',
  'redacted',
  'error',
  'passed',
  'skipped',
];

interface Found {
  verdict: GuardrailOutcome;
  readonly counts: Map<string, { label: string; action: FindingAction; count: number }>;
}

/** What a guardrail did with one request, by stage. */
interface Judged {
  readonly guardrail: string;
  readonly isMonitor: boolean;
  readonly stages: Map<FactStage, Found>;
}

/** What the verdicts on one request add to the sums, each kind once. */
export function factsOfRequest(verdicts: readonly GuardrailVerdict[]): GuardrailFact[] {
  return judgedIn(verdicts).flatMap(({ guardrail, isMonitor, stages }) =>
    [...stages].flatMap(([stage, { verdict, counts }]) => {
      const kind = { guardrail, stage, isMonitor, verdict };
      const found = [...counts.values()];
      const total = found.reduce((sum, { count }) => sum + count, 0);
      return [
        { ...kind, label: '', action: '', requests: 1, findings: total } as const,
        ...found.map(({ label, action, count }) => ({
          ...kind,
          ...{ label, action, requests: 1, findings: count },
        })),
      ];
    }),
  );
}

function judgedIn(verdicts: readonly GuardrailVerdict[]): Judged[] {
  const judged = new Map<string, Judged>();
  for (const verdict of verdicts) {
    const { guardrail, is_monitor: isMonitor } = verdict;
    const key = JSON.stringify([guardrail, isMonitor]);
    const one = judged.get(key) ?? { guardrail, isMonitor, stages: new Map<FactStage, Found>() };
    judged.set(key, one);
    add(one.stages, verdict.stage, verdict);
    add(one.stages, '', verdict);
  }
  return [...judged.values()];
}

function add(
  stages: Map<FactStage, Found>,
  stage: FactStage,
  { verdict, findings }: GuardrailVerdict,
): void {
  const found: Found = stages.get(stage) ?? { verdict, counts: new Map() };
  stages.set(stage, found);
  found.verdict = moreDone(found.verdict, verdict);
  for (const { label, action, count } of findings) {
    const key = JSON.stringify([label, action]);
    const known = found.counts.get(key)?.count ?? 0;
    found.counts.set(key, { label, action, count: known + count });
  }
}

const moreDone = (one: GuardrailOutcome, other: GuardrailOutcome): GuardrailOutcome =>
  MOST_DONE.indexOf(one) <= MOST_DONE.indexOf(other) ? one : other;
