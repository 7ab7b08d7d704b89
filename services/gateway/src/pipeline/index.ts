import { access } from './access.ts';
import { authenticate } from './authenticate.ts';
import { keepDecision } from './decide.ts';
import { dispatch } from './dispatch/dispatch.ts';
import type { Exchange } from './exchange.ts';
import { explain, isExplained } from './explain.ts';
import { intend } from './intend.ts';
import { maintenance } from './maintenance.ts';
import { policies } from './policies.ts';
import { read } from './read.ts';
import { internalError, type Refusal } from './refusal.ts';
import { resolve } from './resolve.ts';
import { refuse, respond } from './respond.ts';
import { settle, settleRefused } from './settle.ts';
import { reckonUsage } from './usage.ts';

/** One stage: looks at the exchange, adds to it, and says once that it is done: with a refusal, or without. */
type Stage = (exchange: Exchange, done: (refusal?: Refusal) => void) => void;

/** A stage that is done at once. */
const check =
  (judge: (exchange: Exchange) => Refusal | undefined): Stage =>
  (exchange, done) => {
    done(judge(exchange));
  };

/** A stage that never refuses. */
const step =
  (act: (exchange: Exchange) => void): Stage =>
  (exchange, done) => {
    act(exchange);
    done();
  };

/**
 * What happens to a request until it is decided who serves it. A later stage is one more line here: A/B assignment before the
 * policies; access tiers, limits and budgets, input guardrails and the cache after them, in this order.
 */
const ADMISSION: readonly Stage[] = [
  check(authenticate),
  read,
  check(maintenance),
  check(resolve),
  check(access),
  check(policies),
];

/** What happens then. Output guardrails will stand after the dispatch, the settling of reservations beside the journal's. */
const SERVICE: readonly Stage[] = [
  intend,
  dispatch,
  step(reckonUsage),
  step(respond),
  step(settle),
  step(keepDecision),
];

/** Takes a request from its arrival to the end of its answer. */
export function run(exchange: Exchange): void {
  const { gateway, response } = exchange;
  gateway.metrics.inFlight += 1;
  let isOver = false;
  const finish = (refusal?: Refusal): void => {
    if (isOver) return;
    isOver = true;
    gateway.metrics.inFlight -= 1;
    if (refusal) turnAway(exchange, refusal);
  };
  response.on('close', () => {
    exchange.isGone = !response.writableFinished;
    exchange.onGone?.();
  });
  exchange.onGone = finish;
  runStages(exchange, ADMISSION, (refusal) => {
    exchange.onGone = undefined;
    if (refusal) {
      finish(refusal);
    } else if (isExplained(exchange)) {
      explain(exchange);
      finish();
    } else {
      runStages(exchange, SERVICE, finish);
    }
  });
}

function turnAway(exchange: Exchange, refusal: Refusal): void {
  if (exchange.response.headersSent) {
    exchange.response.destroy();
  } else if (isExplained(exchange)) {
    explain(exchange, refusal);
  } else {
    refuse(exchange, refusal);
    settleRefused(exchange, refusal);
    keepDecision(exchange, refusal);
  }
}

/** Runs stages one after the other; `done` hears of the first refusal, or of none. A stage that throws is a fault of ours. */
function runStages(
  exchange: Exchange,
  stages: readonly Stage[],
  done: (refusal?: Refusal) => void,
): void {
  let index = -1;
  const next = (refusal?: Refusal): void => {
    index += 1;
    const stage = stages[index];
    if (refusal || !stage) {
      done(refusal);
      return;
    }
    try {
      stage(exchange, next);
    } catch (error) {
      crash(exchange, error);
      done(internalError());
    }
  };
  next();
}

function crash({ gateway, requestId }: Exchange, error: unknown): void {
  gateway.log.error({ err: error, request_id: requestId }, 'request_failed');
}
