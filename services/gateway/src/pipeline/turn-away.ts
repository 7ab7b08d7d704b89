import { refusedDecision, keepRefused, trialDecision } from './decide.ts';
import { hasReached, type Arrived, type Routed } from './exchange/phases.ts';
import type { Refusal } from './exchange/refusal.ts';
import { refuse, sendJson } from './respond.ts';
import { settleRefused } from './settle.ts';
import type { Decision } from '../decisions/decision.ts';

/**
 * Ends a request that is refused. A dry run is told the decision, where it came far enough to have one, and leaves nothing behind. All
 * others are recorded. An answer that has begun is cut.
 */
export function turnAway(phase: Arrived, refusal: Refusal): void {
  const { exchange } = phase;
  if (exchange.response.headersSent) {
    exchange.response.destroy();
  } else if (exchange.isDryRun) {
    if (hasReached(phase, 'named')) sendDecision(phase, refusedDecision(phase, refusal));
    else refuse(phase, refusal);
  } else {
    refuse(phase, refusal);
    settleRefused(phase, refusal);
    keepRefused(phase, refusal);
  }
}

/** Ends a dry run that every stage lets through: the client is told the decision. */
export function explain(phase: Routed): void {
  sendDecision(phase, trialDecision(phase));
}

function sendDecision({ exchange }: Arrived, decision: Decision): void {
  const body = Buffer.from(JSON.stringify(decision.toRecord()));
  sendJson(exchange.response, 200, body, ['x-request-id', exchange.requestId]);
}
