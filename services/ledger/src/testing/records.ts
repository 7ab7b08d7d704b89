import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import type { AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import type { GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import { NO_TOKENS, type UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { UsageSum } from '@aicp/contracts/usage/usage-sum';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { LedgerBatch } from '../ingest/batch/ledger-batch.ts';

/** A moment of the day that tests are about. */
export const NOON_MS = Date.UTC(2026, 10, 23, 12);

const whose = {
  organization: 'acme',
  business_unit: null,
  team: 'ml',
  user: null,
  user_from: 'key',
  key: 'k1',
  model_served: 'gpt-4o',
  provider: 'openai',
  price_version: 'v1',
  source: 'provider',
  payer: 'platform',
} as const;

export const usageOf = (changes: Partial<UsageRecord> = {}): UsageRecord => ({
  id: uuidV7(NOON_MS),
  request_id: 'r',
  at: new Date(NOON_MS).toISOString(),
  ...whose,
  ...NO_TOKENS,
  input: 10,
  output: 5,
  tags: {},
  model_asked: 'gpt-4o',
  policy: null,
  ab_test: null,
  variant: null,
  completion: 'complete',
  status: 200,
  latency_ms: 12.5,
  first_token_ms: null,
  attempts: 1,
  cost_nano_usd: 1_000,
  cache: null,
  saved: null,
  guardrails: [],
  prompt: null,
  config_revision: '1.1',
  ...changes,
});

export const verdictOf = (changes: Partial<GuardrailVerdict> = {}): GuardrailVerdict => ({
  guardrail: 'no-cards',
  stage: 'input',
  verdict: 'passed',
  is_monitor: false,
  findings: [],
  ...changes,
});

export const attemptOf = (changes: Partial<AttemptRecord> = {}): AttemptRecord => ({
  usage_id: uuidV7(NOON_MS),
  number: 1,
  at: new Date(NOON_MS).toISOString(),
  organization: 'acme',
  model: 'gpt-4o',
  provider: 'openai',
  credential: 'default',
  outcome: 'answered',
  reason: null,
  latency_ms: 12.5,
  first_token_ms: 3,
  ...NO_TOKENS,
  cost_nano_usd: null,
  ...changes,
});

export const sumOf = (changes: Partial<UsageSum> = {}): UsageSum => ({
  id: uuidV7(NOON_MS),
  hour: new Date(NOON_MS).toISOString(),
  ...whose,
  requests: 7,
  ...NO_TOKENS,
  input: 70,
  cost_nano_usd: 7_000,
  ...changes,
});

export const decisionOf = (changes: Partial<DecisionRecord> = {}): DecisionRecord => ({
  object: 'aicp.decision',
  id: uuidV7(NOON_MS),
  at: new Date(NOON_MS).toISOString(),
  request_id: 'r',
  config_revision: '1.1',
  attributes: { organization: 'acme', key: 'k1' },
  asked_model: 'gpt-4o',
  steps: [{ stage: 'policies', outcome: 'matched', policy: 'p1' }],
  candidates: ['gpt-4o'],
  result: 'serve',
  model: 'gpt-4o',
  provider: 'openai',
  status: 200,
  code: null,
  message: null,
  ...changes,
});

export const batchOf = (parts: Partial<LedgerBatch> = {}): LedgerBatch => ({
  replica: 'gateway-0',
  sent_at: new Date(NOON_MS).toISOString(),
  in_flight: 2,
  oldest_left_at: null,
  usage: [],
  attempts: [],
  sums: [],
  decisions: [],
  ...parts,
});
