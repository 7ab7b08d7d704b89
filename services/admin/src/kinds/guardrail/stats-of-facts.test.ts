import type { GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import type { FactSum } from '@aicp/ledger/guardrails/fact-query';
import { factsOfRequest } from '@aicp/ledger/guardrails/guardrail-facts';
import { verdictOf } from '@aicp/ledger/testing/records';
import { expect, it } from 'vitest';
import { simulationOfFacts, statsOfFacts } from './stats-of-facts.ts';

const NOON = Date.UTC(2026, 10, 24, 12);
const card = (count: number) => ({ label: 'CREDIT_CARD', action: 'block' as const, count });
const name = { label: 'PERSON', action: 'flag' as const, count: 1 };

/** Requests, each with its verdicts, as the ledger adds them up. */
const facts = (
  requests: readonly (readonly GuardrailVerdict[])[],
  group: Partial<FactSum> = {},
): FactSum[] =>
  requests.flatMap((verdicts) =>
    factsOfRequest(verdicts).map((fact) => ({
      ...{ startsMs: NOON, organization: undefined, team: undefined },
      ...fact,
      ...group,
    })),
  );

const blocked = verdictOf({ verdict: 'blocked', findings: [card(2), name] });
const watched = { ...blocked, is_monitor: true };
const NONE = { passed: 0, blocked: 0, redacted: 0, skipped: 0, error: 0 };

it('count a request once, its stages each, and findings by label and action', () => {
  const stats = statsOfFacts([
    ...facts([[blocked], [verdictOf(), verdictOf({ stage: 'output', verdict: 'redacted' })]]),
    ...facts([[watched]], { startsMs: NOON - 3_600_000 }),
  ]);
  const monitored = { ...NONE, blocked: 1 };
  const acted = { ...NONE, blocked: 1, redacted: 1 };
  expect(stats).toEqual({
    ...{ requests: 3, acted, monitored },
    stages: [
      { stage: 'input', acted: { ...NONE, blocked: 1, passed: 1 }, monitored },
      { stage: 'output', acted: { ...NONE, redacted: 1 }, monitored: NONE },
    ],
    findings: [
      { label: 'CREDIT_CARD', action: 'block', is_monitor: false, requests: 1, count: 2 },
      { label: 'CREDIT_CARD', action: 'block', is_monitor: true, requests: 1, count: 2 },
      { label: 'PERSON', action: 'flag', is_monitor: false, requests: 1, count: 1 },
      { label: 'PERSON', action: 'flag', is_monitor: true, requests: 1, count: 1 },
    ],
    points: [
      { start: '2026-11-24T11:00:00.000Z', acted: NONE, monitored },
      { start: '2026-11-24T12:00:00.000Z', acted, monitored: NONE },
    ],
  });
});

it('say what would have been blocked, of what was looked at in monitor mode', () => {
  const of = (team: string) => ({ startsMs: undefined, organization: 'acme', team });
  const simulated = simulationOfFacts([
    ...facts([[watched], [watched, { ...watched, stage: 'output' }]], of('ml')),
    ...facts([[verdictOf({ is_monitor: true })], [verdictOf({ is_monitor: true })]], of('')),
    ...facts([[verdictOf({ is_monitor: true, verdict: 'skipped' })], [blocked]], of('')),
  ]);
  expect(simulated).toEqual({
    ...{ requests: 4, would_block: 2, would_block_share: 0.5, would_redact: 0 },
    by_label: [{ label: 'CREDIT_CARD', requests: 2, count: 6 }],
    by_team: [
      { organization_id: 'acme', team_id: 'ml', requests: 2, would_block: 2 },
      { organization_id: 'acme', team_id: null, requests: 2, would_block: 0 },
    ],
  });
  expect(simulationOfFacts([]).would_block_share).toBeNull();
});
