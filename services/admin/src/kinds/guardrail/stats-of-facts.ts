import {
  GUARDRAIL_STAGES,
  GUARDRAIL_VERDICTS,
  type GuardrailOutcome,
} from '@aicp/contracts/guardrails/verdict';
import type { FactSum } from '@aicp/ledger/guardrails/fact-query';
import type { GuardrailStats, SimulatedGuardrail, VerdictCounts } from './fact-schemas.ts';

const MOST_ROWS = 200;

type Facts = readonly FactSum[];

/** What a guardrail said, from its facts by hour or day. */
export function statsOfFacts(
  facts: Facts,
): Pick<GuardrailStats, 'requests' | 'acted' | 'monitored' | 'stages' | 'findings' | 'points'> {
  const whole = requestsIn(facts);
  const starts = [...new Set(facts.flatMap(({ startsMs }) => startsMs ?? []))];
  return {
    requests: sumOf(whole),
    ...countsOf(whole),
    stages: GUARDRAIL_STAGES.flatMap((stage) => {
      const own = facts.filter((fact) => fact.stage === stage && fact.label === '');
      return own.length === 0 ? [] : [{ stage, ...countsOf(own) }];
    }),
    findings: findingsOf(facts),
    points: starts
      .sort((a, b) => a - b)
      .map((startsMs) => ({
        start: new Date(startsMs).toISOString(),
        ...countsOf(whole.filter((fact) => fact.startsMs === startsMs)),
      })),
  };
}

/** What a guardrail would have blocked while it only watched, from its facts by team. */
export function simulationOfFacts(
  facts: Facts,
): Pick<
  SimulatedGuardrail,
  'requests' | 'would_block' | 'would_block_share' | 'would_redact' | 'by_label' | 'by_team'
> {
  const monitored = facts.filter(({ isMonitor }) => isMonitor);
  const whole = requestsIn(monitored).filter(({ verdict }) => verdict !== 'skipped');
  const requests = sumOf(whole);
  const blocked = sumOf(whole.filter(isBlocked));
  return {
    requests,
    would_block: blocked,
    would_block_share: requests === 0 ? null : blocked / requests,
    would_redact: sumOf(whole.filter(({ verdict }) => verdict === 'redacted')),
    by_label: labelsOf(monitored.filter(isBlocked)),
    by_team: teamsOf(whole),
  };
}

const isBlocked = ({ verdict }: FactSum): boolean => verdict === 'blocked';

/** Rows in which each request counts once. */
const requestsIn = (facts: Facts): FactSum[] =>
  facts.filter(({ stage, label }) => stage === '' && label === '');

const sumOf = (facts: Facts): number => facts.reduce((sum, { requests }) => sum + requests, 0);

const countsOf = (facts: Facts): Pick<GuardrailStats, 'acted' | 'monitored'> => ({
  acted: verdictsIn(facts.filter(({ isMonitor }) => !isMonitor)),
  monitored: verdictsIn(facts.filter(({ isMonitor }) => isMonitor)),
});

const verdictsIn = (facts: Facts): VerdictCounts =>
  Object.fromEntries(
    GUARDRAIL_VERDICTS.map((verdict) => [
      verdict,
      sumOf(facts.filter((fact) => fact.verdict === verdict)),
    ]),
  ) as Record<GuardrailOutcome, number>;

interface Group {
  requests: number;
  count: number;
}

/** Adds facts up by what `keyOf` says; most requests first. */
function grouped<Key extends object>(facts: Facts, keyOf: (fact: FactSum) => Key): (Key & Group)[] {
  const groups = new Map<string, Key & Group>();
  for (const fact of facts) {
    const key = keyOf(fact);
    const name = JSON.stringify(key);
    const group = groups.get(name) ?? { ...key, requests: 0, count: 0 };
    groups.set(name, group);
    group.requests += fact.requests;
    group.count += fact.findings;
  }
  return [...groups.entries()]
    .sort(([a, one], [b, other]) => other.requests - one.requests || (a < b ? -1 : 1))
    .map(([, group]) => group)
    .slice(0, MOST_ROWS);
}

const foundIn = (facts: Facts): FactSum[] =>
  facts.filter(({ stage, label }) => stage === '' && label !== '');

/** A row that counts what was found says what is done at it. */
const findingsOf = (facts: Facts): GuardrailStats['findings'] =>
  grouped(foundIn(facts), ({ label, action, isMonitor }) => ({
    label,
    action: action === '' ? ('flag' as const) : action,
    is_monitor: isMonitor,
  }));

const labelsOf = (facts: Facts): SimulatedGuardrail['by_label'] =>
  grouped(
    foundIn(facts).filter(({ action }) => action === 'block'),
    ({ label }) => ({ label }),
  );

function teamsOf(whole: Facts): SimulatedGuardrail['by_team'] {
  const teams = new Map<string, SimulatedGuardrail['by_team'][number]>();
  for (const fact of whole) {
    const { organization, team, requests } = fact;
    const name = JSON.stringify([organization, team]);
    const own = teams.get(name) ?? {
      ...{ organization_id: orNull(organization), team_id: orNull(team) },
      ...{ requests: 0, would_block: 0 },
    };
    teams.set(name, own);
    own.requests += requests;
    if (isBlocked(fact)) own.would_block += requests;
  }
  return [...teams.entries()]
    .sort(([a, one], [b, other]) => other.would_block - one.would_block || (a < b ? -1 : 1))
    .map(([, team]) => team)
    .slice(0, MOST_ROWS);
}

/** Rows hold '' where there is none. */
const orNull = (value: string | undefined): string | null =>
  value === undefined || value === '' ? null : value;
