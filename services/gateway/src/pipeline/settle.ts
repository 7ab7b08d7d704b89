import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { toTuple, type OutcomeLine } from '../usage/journal/codec.ts';
import { outcomeText } from '../usage/journal/encode.ts';
import type { RuntimeModel } from '../routing/runtime-model.ts';
import type { Exchange } from './exchange.ts';
import { intentOf } from './intend.ts';
import type { Refusal } from './refusal.ts';

/** Stage: writes into the journal and the metrics what came of the request. */
export function settle(exchange: Exchange): void {
  const { gateway, id } = exchange;
  gateway.journal.settle(id, outcomeText(outcomeOf(exchange)));
  measure(exchange, statusOf(exchange));
}

/** The same for a request that was refused before it was sent. One without a known key leaves no record. */
export function settleRefused(exchange: Exchange, { status }: Refusal): void {
  if (status !== 401) {
    const outcome: OutcomeLine = {
      o: exchange.id,
      tok: [0, 0, 0, 0, 0],
      est: 1,
      end: 'refused',
      status,
      ms: latencyMs(exchange),
      tries: 0,
      cost: 0,
    };
    exchange.gateway.journal.refuse(intentOf(exchange), outcomeText(outcome));
  }
  measure(exchange, status);
}

function outcomeOf(exchange: Exchange): OutcomeLine {
  const { use, served, attempts, firstByteAt, startedAt, candidates } = exchange;
  const outcome: OutcomeLine = { o: exchange.id, tok: toTuple(use.tokens) };
  const status = statusOf(exchange);
  if (use.source === 'estimate') outcome.est = 1;
  if (use.completion !== 'complete') outcome.end = use.completion;
  if (status !== 200) outcome.status = status;
  outcome.ms = latencyMs(exchange);
  if (firstByteAt > 0) outcome.first = rounded(firstByteAt - startedAt);
  if (attempts !== 1) outcome.tries = attempts;
  if (use.costNanoUsd !== null) outcome.cost = use.costNanoUsd;
  if (served && served !== candidates[0]) nameServed(outcome, served);
  return outcome;
}

function nameServed(outcome: OutcomeLine, served: RuntimeModel): void {
  outcome.model = served.id;
  outcome.via = served.provider.id;
  outcome.ver = served.priceVersion;
}

/** What the client got; null where it left before it got any. */
function statusOf({ ending, response }: Exchange): number | null {
  if (ending.kind === 'gone') return response.headersSent ? response.statusCode : null;
  return response.statusCode;
}

function latencyMs({ gateway, startedAt }: Exchange): number {
  return rounded(gateway.clock.monotonic() - startedAt);
}

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

function measure(exchange: Exchange, status: UsageRecord['status']): void {
  const { gateway, served, use, firstByteAt, startedAt } = exchange;
  gateway.metrics.record({
    model: served?.id,
    provider: served?.provider.id,
    completion: use.completion,
    status,
    latency_ms: latencyMs(exchange),
    first_token_ms: firstByteAt > 0 ? firstByteAt - startedAt : null,
    cost_nano_usd: use.costNanoUsd,
    tokens: use.tokens,
  });
}
