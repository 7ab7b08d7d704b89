import { expect, it } from 'vitest';
import { verdictOf } from '../testing/records.ts';
import { factsOfRequest } from './guardrail-facts.ts';

const card = (count: number) => ({ label: 'CREDIT_CARD', action: 'redact' as const, count });

it('count a request once as a whole, by the stage at which most was done', () => {
  const facts = factsOfRequest([
    verdictOf({ verdict: 'redacted', findings: [card(2)] }),
    verdictOf({ stage: 'output', verdict: 'passed', findings: [card(1)] }),
  ]);
  const told = facts.map(({ stage, verdict, label, requests, findings }) => [
    ...[stage, verdict, label, requests, findings],
  ]);
  expect(told).toEqual([
    ['input', 'redacted', '', 1, 2],
    ['input', 'redacted', 'CREDIT_CARD', 1, 2],
    ['', 'redacted', '', 1, 3],
    ['', 'redacted', 'CREDIT_CARD', 1, 3],
    ['output', 'passed', '', 1, 1],
    ['output', 'passed', 'CREDIT_CARD', 1, 1],
  ]);
});

it('say that a request was looked at where one stage of two was', () => {
  const skipped = verdictOf({ verdict: 'skipped', reason: 'image' });
  const of = (...verdicts: Parameters<typeof factsOfRequest>[0]) =>
    factsOfRequest(verdicts).find(({ stage }) => stage === '')?.verdict;
  expect(of(skipped, verdictOf({ stage: 'output' }))).toBe('passed');
  expect(of(skipped)).toBe('skipped');
});

it('tell guardrails apart, and what they did from what they would have done', () => {
  const facts = factsOfRequest([
    verdictOf({ guardrail: 'a', verdict: 'blocked' }),
    verdictOf({ guardrail: 'b', verdict: 'blocked', is_monitor: true }),
  ]).filter(({ stage }) => stage === '');
  expect(facts.map(({ guardrail, isMonitor }) => [guardrail, isMonitor])).toEqual([
    ['a', false],
    ['b', true],
  ]);
});
