import { PriceSchedule } from '@aicp/contracts/prices/price-schedule';
import { toAllowedModels } from '@aicp/contracts/routing/catalog/entitlement';
import type { RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import type { DecisionStep } from '@aicp/contracts/decision/decision-record';
import { expect, it } from 'vitest';
import { policyVerdicts } from './explain-route.ts';

const MODEL: RoutingModel = {
  kind: 'model',
  id: 'a',
  name: 'a',
  names: ['a'],
  organization: undefined,
  isPlatforms: true,
  mode: 'chat',
  base: undefined,
  provider: { id: 'sim', organization: undefined, unusable: undefined },
  tier: 'free',
  price: undefined,
  pricing: new PriceSchedule({ prices: {}, priceVersion: 'v' }, 'chat'),
  fallbacks: [],
  fallbacksFor: { context_window: [], content_policy: [] },
};

/** What is said of a deny with this condition, of a request of team x in the course of which these steps were taken. */
function verdict(condition: string, steps: readonly DecisionStep[] = []) {
  const principal = {
    key: 'k',
    organization: undefined,
    businessUnit: undefined,
    team: 'x',
    user: undefined,
    allowed: toAllowedModels([]),
    blocked: false,
    ownerMissing: undefined,
    metadata: {},
  };
  const attributes = new RequestAttributes({
    principal,
    resolution: MODEL,
    stream: false,
    tools: false,
    user: undefined,
    metadata: [],
    headers: {},
    promptCharacters: 0,
    environment: undefined,
    time: () => ({ hour: 12, weekday: 'mon' }),
  });
  const source = { kind: 'RoutingPolicy', name: 'p', uid: 'u', generation: 1 };
  const rule = { source, id: 'p', type: 'rule' as const, priority: 0, created: '', condition };
  const policy = { ...rule, action: 'deny' as const, targets: [], targetsMissing: false };
  const options = { organization: undefined, attributes, decision: { steps: [...steps] } };
  const [said] = policyVerdicts([policy], options);
  return { matched: said?.matched, applied: said?.applied, why: said?.why };
}

const step = (outcome: string): DecisionStep => ({ stage: 'policies', outcome, policy: 'p' });

it('a policy that asks what candidates are like matches where its tests on the request let it', () => {
  const why = 'it acts on the models for which its condition holds: the steps say which';
  expect(verdict('team == x && candidate.tier == free', [step('deny')])).toEqual({
    matched: true,
    applied: true,
    why,
  });
  expect(verdict('candidate.tier == free && team == y')).toEqual({
    matched: false,
    applied: false,
    why: 'team == y is false: team is x',
  });
});

it('a policy of which is said only that a figure is not known was not applied', () => {
  const { matched, applied } = verdict('candidate.p95_ms > 5', [step('unknown')]);
  expect([matched, applied]).toEqual([true, false]);
});
