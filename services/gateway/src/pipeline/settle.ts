import { failoverTo } from '@aicp/contracts/routing/failover/failover-moves';
import { payerOf } from '@aicp/contracts/spend/payer';
import { totalOf } from '@aicp/contracts/usage/token-totals';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { toTuple, type OutcomeLine } from '../usage/journal/codec.ts';
import { outcomeText } from '../usage/journal/encode.ts';
import type { RuntimeModel } from '../routing/runtime.ts';
import { NO_USAGE, type Usage } from '../usage/usage.ts';
import { mostTokens } from './exchange/believed-tokens.ts';
import type { Exchange } from './exchange/exchange.ts';
import { hasReached, type Arrived, type Delivery, type Served } from './exchange/phases.ts';
import type { Refusal } from './exchange/refusal.ts';
import { usedBeside } from './spend/used-beside.ts';
import type { Stage } from './exchange/stage.ts';
import { attemptLines } from './record/attempt-lines.ts';
import { intentOf, refusedIntentOf } from './record/intent-line.ts';
import { settleTaken } from './record/settle-taken.ts';

/** Stage: corrects what the limits hold to what was used, and writes into the journal and the metrics what came of the request. */
export const settle: Stage<'served', 'served'> = {
  name: 'settle',
  from: 'served',
  to: 'served',
  hasEffects: true,
  run(phase, flow) {
    const { exchange, delivery, usage } = phase;
    const { gateway, id } = exchange;
    const status = statusOf(phase);
    if (usage.isOpen !== true) settleLimits(phase);
    exchange.place?.endTurn();
    if (usage.isOpen !== true) {
      const outcome = outcomeText(outcomeOf(phase, status));
      if (exchange.cache?.state === 'hit') gateway.journal.refuse(intentOf(phase), outcome);
      else gateway.journal.settle(id, outcome);
    }
    measure(exchange, { status, usage, delivery });
    countShed(phase);
    countMoved(phase, status);
    flow.pass(phase);
  },
};

/** A request that was sent to nobody counts nowhere, but for one that the cache answered, or that it was asked about: that counts as a request. */
function settleLimits(served: Served): void {
  const { taken, delivery, exchange, usage, input, ending } = served;
  const { model, modelLimits, attempts } = delivery;
  if (attempts > 0) {
    const { embedded } = exchange;
    settleTaken(
      { embedded, model, modelLimits, taken },
      {
        tokens: totalOf(usage.tokens),
        most: mostTokens(model, ending, input.promptCharacters),
        cost: usage.costNanoUsd ?? 0,
      },
    );
    return;
  }
  modelLimits?.giveBack();
  if (exchange.cache?.state === 'hit' || exchange.embedded) taken?.settle(usedBeside(exchange));
  else taken?.giveBack();
}

/** Records a request that was refused; what it had taken of limits is given back by the stage that took it. One without a known key leaves no record. */
export function settleRefused(phase: Arrived, { status }: Refusal): void {
  const { exchange } = phase;
  if (hasReached(phase, 'authenticated')) {
    const outcome: OutcomeLine = {
      o: exchange.id,
      tok: [0, 0, 0, 0, 0],
      est: 1,
      end: 'refused',
      status,
      ms: latencyMs(exchange),
      tries: 0,
      cost: 0,
      ...verdictsOf(exchange),
    };
    exchange.gateway.journal.refuse(refusedIntentOf(phase), outcomeText(outcome));
  }
  measure(exchange, { status, usage: NO_USAGE, delivery: undefined });
}

/** What the cache had to do with it, and what it saved. */
function cachingOf({ cache }: Exchange): Pick<OutcomeLine, 'cache' | 'saved'> {
  if (!cache) return {};
  if (cache.state !== 'hit') return { cache: cache.state };
  const { tokens, costNanoUsd } = cache.answer;
  return { cache: 'hit', saved: [totalOf(tokens), costNanoUsd] };
}

/** What guardrails said, where any did. */
function verdictsOf({ guards }: Exchange): Pick<OutcomeLine, 'grd'> {
  const verdicts = guards?.verdicts ?? [];
  return verdicts.length > 0 ? { grd: [...verdicts] } : {};
}

/** What came of it, as far as it is known. */
export function outcomeOf(served: Served, status: number | null): OutcomeLine {
  const { exchange, delivery, candidates, usage } = served;
  const { model, attempts, firstByteAt } = delivery;
  const outcome: OutcomeLine = {
    ...{ o: exchange.id, tok: toTuple(usage.tokens) },
    ...verdictsOf(exchange),
    ...cachingOf(exchange),
  };
  if (usage.source === 'estimate') outcome.est = 1;
  if (usage.completion !== 'complete') outcome.end = usage.completion;
  if (status !== 200) outcome.status = status;
  outcome.ms = latencyMs(exchange);
  if (firstByteAt !== undefined) outcome.first = rounded(firstByteAt - exchange.startedAt);
  if (attempts !== 1) outcome.tries = attempts;
  const att = attemptLines(delivery, { completion: usage.completion, ms: outcome.ms });
  if (att) outcome.att = att;
  if (usage.costNanoUsd !== null) outcome.cost = usage.costNanoUsd;
  if (model && model !== candidates[0]) nameServed(outcome, model, exchange.at);
  return outcome;
}

function nameServed(outcome: OutcomeLine, model: RuntimeModel, at: number): void {
  outcome.model = model.id;
  outcome.via = model.provider.id;
  if (payerOf(model.provider) === 'organization') outcome.own = 1;
  outcome.ver = model.pricing.at(at).version;
}

/** What the client got; null where it left before it got any. */
function statusOf({ exchange: { response }, ending }: Served): number | null {
  if (ending.kind === 'gone') return response.headersSent ? response.statusCode : null;
  return response.statusCode;
}

function latencyMs({ gateway, startedAt }: Exchange): number {
  return rounded(gateway.clock.monotonic() - startedAt);
}

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

/** A request that the target of a failover rule served in the place of its source. */
function countMoved({ exchange, delivery, moves }: Served, status: number | null): void {
  const { model } = delivery;
  if (moves.length === 0 || !model || status !== 200) return;
  const move = failoverTo(moves, model);
  if (move) exchange.gateway.failovers.served(move.uid);
}

/** A request that its key's or organization's share of memory ended is one that was turned away. */
function countShed({ exchange, ending }: Served): void {
  if (ending.kind === 'failed' && ending.share) exchange.gateway.admission.shed[ending.share] += 1;
}

function measure(
  exchange: Exchange,
  {
    status,
    usage,
    delivery,
  }: {
    status: UsageRecord['status'];
    usage: Usage;
    delivery: Delivery | undefined;
  },
): void {
  const { gateway, startedAt, guards, cache } = exchange;
  if (cache && delivery) gateway.metrics.caching.record(cache);
  if (guards) gateway.metrics.guardrails.record(guards.verdicts);
  const model = delivery?.model;
  const firstByteAt = delivery?.firstByteAt;
  gateway.metrics.record({
    model: model?.id,
    provider: model?.provider.id,
    completion: usage.completion,
    status,
    latency_ms: latencyMs(exchange),
    first_token_ms: firstByteAt === undefined ? null : firstByteAt - startedAt,
    cost_nano_usd: usage.costNanoUsd,
    tokens: usage.tokens,
  });
}
