import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { RESULT_OF_COMPLETION } from '@aicp/ledger/requests/request-conditions';
import type {
  FoundRequest,
  RequestAttempt,
  RequestUsage,
} from '@aicp/ledger/requests/request-query';
import { inUsd } from '../spend/ledger/usage-sums.ts';
import type { RequestDetail, RequestEntry } from './request-schema.ts';

/** A request as lists tell it. */
export const requestEntry = ({
  atMs,
  id,
  requestId,
  decision,
  usage,
}: FoundRequest): RequestEntry => ({
  id,
  request_id: requestId,
  at: new Date(atMs).toISOString(),
  ...whoseOf(usage, decision),
  ...routeOf(usage, decision),
  ...outcomeOf(usage, decision),
  ...costOf(usage),
  guardrails: [...(usage?.guardrails ?? [])],
  prompt: usage?.prompt ?? null,
  config_revision: decision?.config_revision ?? usage?.configRevision ?? '',
});

/** The same with how it came about. */
export const requestDetail = (
  request: FoundRequest,
  attempts: readonly RequestAttempt[],
): RequestDetail => {
  const { decision } = request;
  return {
    ...requestEntry(request),
    message: decision?.message ?? null,
    attributes: decision?.attributes ?? {},
    steps: decision?.steps ?? [],
    candidates: decision?.candidates ?? [],
    has_decision: decision !== undefined,
    attempts_made: attempts.map(({ reason, latencyMs, firstTokenMs, ...attempt }) => ({
      ...attempt,
      reason: orNull(reason),
      latency_ms: latencyMs ?? null,
      first_token_ms: firstTokenMs ?? null,
    })),
  };
};

type Usage = RequestUsage | undefined;
type Decided = DecisionRecord | undefined;

function whoseOf(usage: Usage, decision: Decided) {
  const said = (name: string): string | null => {
    const value = decision?.attributes[name];
    return typeof value === 'string' ? orNull(value) : null;
  };
  if (!usage) {
    return {
      organization_id: said('organization'),
      business_unit_id: said('business_unit'),
      team_id: said('team'),
      user_id: said('user'),
      key_id: said('key'),
      tags: { ...decision?.replay?.metadata },
    };
  }
  return {
    organization_id: orNull(usage.organization),
    business_unit_id: orNull(usage.businessUnit),
    team_id: orNull(usage.team),
    user_id: orNull(usage.user),
    key_id: orNull(usage.key),
    tags: { ...usage.tags },
  };
}

/** The outcome of a step by which another model serves in the place of one. */
const MOVED = 'failed_over';

function routeOf(usage: Usage, decision: Decided) {
  const steps = decision?.steps ?? [];
  const moved = steps.find(({ stage, outcome }) => stage === 'failover' && outcome === MOVED);
  const byFailover = { failover_rule: orNull(moved?.policy) };
  if (usage) {
    return {
      model_asked: orNull(usage.modelAsked),
      model_served: orNull(usage.modelServed),
      provider: orNull(usage.provider),
      policy: orNull(usage.policy),
      ab_test: orNull(usage.abTest),
      variant: orNull(usage.variant),
      ...byFailover,
    };
  }
  const by = steps.findLast(({ stage, policy }) => stage === 'policies' && policy !== undefined);
  return {
    model_asked: orNull(decision?.asked_model),
    model_served: orNull(decision?.model),
    provider: orNull(decision?.provider),
    policy: orNull(by?.policy),
    ab_test: null,
    variant: null,
    ...byFailover,
  };
}

function outcomeOf(usage: Usage, decision: Decided) {
  const completion = usage?.completion ?? null;
  if (decision) {
    const { result, status, code } = decision;
    return { result, status, code, completion };
  }
  const result = RESULT_OF_COMPLETION[completion ?? 'unknown'];
  return { result, status: usage?.status ?? null, code: null, completion };
}

const INPUT = ['input', 'cached_input', 'cache_write', 'audio_input'] as const;
const OUTPUT = ['output', 'reasoning', 'audio_output'] as const;

const NO_COST = {
  input_tokens: null,
  cached_input_tokens: null,
  cache_write_tokens: null,
  output_tokens: null,
  reasoning_tokens: null,
  tokens_source: null,
  cost_usd: null,
  latency_ms: null,
  first_token_ms: null,
  attempts: 0,
};

function costOf(usage: Usage) {
  if (!usage) return NO_COST;
  const { tokens, source, costNano, latencyMs, firstTokenMs, attempts } = usage;
  return {
    input_tokens: sumOf(tokens, INPUT),
    cached_input_tokens: tokens.cached_input,
    cache_write_tokens: tokens.cache_write,
    output_tokens: sumOf(tokens, OUTPUT),
    reasoning_tokens: tokens.reasoning,
    tokens_source: source,
    cost_usd: costNano === undefined ? null : inUsd(costNano),
    latency_ms: latencyMs ?? null,
    first_token_ms: firstTokenMs ?? null,
    attempts,
  };
}

const sumOf = (tokens: TokenBuckets, names: readonly (keyof TokenBuckets)[]): number =>
  names.reduce((sum, name) => sum + tokens[name], 0);

/** Rows hold '' where there is none. */
const orNull = (value: string | null | undefined): string | null =>
  value === undefined || value === '' ? null : value;
