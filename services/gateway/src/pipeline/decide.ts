import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { refusedResult, servedResult, type DecisionResult } from '@aicp/contracts/routing/decide';
import { shownAttributes } from '@aicp/contracts/routing/policies/policy-book';
import { askerOf } from '@aicp/contracts/routing/request/request-attributes';
import { firstUsable } from '@aicp/contracts/routing/stages';
import { verdictSteps } from '../guardrails/acting/verdict-steps.ts';
import { Decision, type RoutedFacts } from '../decisions/decision.ts';
import { replayFacts } from '../decisions/replay-facts.ts';
import { hasReached, type Arrived, type Routed, type Served } from './exchange/phases.ts';
import type { Refusal } from './exchange/refusal.ts';
import type { Stage } from './exchange/stage.ts';

/** Stage: keeps the decision, and logs it for whoever listens. */
export const decide: Stage<'served', 'served'> = {
  name: 'decide',
  from: 'served',
  to: 'served',
  hasEffects: true,
  run(phase, flow) {
    const { ending } = phase;
    keep(phase, ending.kind === 'failed' ? refusedResult(ending.refusal) : resultOf(phase));
    flow.pass(phase);
  },
};

/** Keeps the decision on a request that is refused. */
export function keepRefused(phase: Arrived, refusal: Refusal): void {
  keep(phase, refusedResult(refusal));
}

/** The decision on a request that would be sent to a provider, or refused where none of its candidates can be asked. */
export function trialDecision(phase: Routed): Decision {
  const { exchange, candidates, requestedName } = phase;
  const { model, steps, refusal } = firstUsable(candidates, requestedName);
  exchange.steps.push(...steps);
  return decisionOf(phase, refusal ? refusedResult(refusal) : servedResult(model));
}

/** The decision on a request that is refused, as far as it came. */
export const refusedDecision = (phase: Arrived, refusal: Refusal): Decision =>
  decisionOf(phase, refusedResult(refusal));

function decisionOf(phase: Arrived, result: DecisionResult, isKept = false): Decision {
  const { id, at, requestId, runtime, steps: taken, guards } = phase.exchange;
  const steps = guards ? [...taken, ...verdictSteps(guards.verdicts, 'output')] : taken;
  const routed = hasReached(phase, 'routed') ? phase : undefined;
  const attributes = routed ? shownAttributes(routed.attributes, runtime.policies) : askerIn(phase);
  return new Decision({
    id,
    at,
    requestId,
    revision: runtime.revision,
    requestedModel: hasReached(phase, 'named') ? phase.requestedName : undefined,
    attributes,
    steps,
    candidates: routed?.candidates ?? NO_CANDIDATES,
    result,
    routed: routed && isKept ? routedFacts(routed, attributes) : undefined,
  });
}

/** What it takes to route the request again; where decisions are not kept, nobody will. */
function routedFacts(
  { exchange, input, headerMetadata, figures, attributes: { money } }: Routed,
  attributes: DecisionRecord['attributes'],
): RoutedFacts | undefined {
  const { settings, policies } = exchange.runtime;
  if (settings.decisionDays <= 0) return undefined;
  const { promptCharacters, metadata } = input;
  const { headerNames } = policies;
  const said = { promptCharacters, metadata, headerMetadata, money, attributes, headerNames };
  return { figures, replay: replayFacts(said) };
}

/** Whoever is refused before the request is routed is to find that too. */
function askerIn(phase: Arrived): DecisionRecord['attributes'] {
  if (!hasReached(phase, 'authenticated')) return {};
  return askerOf(phase.principal, hasReached(phase, 'read') ? phase.input.user : undefined);
}

const NO_CANDIDATES: readonly never[] = [];

function keep(phase: Arrived, result: DecisionResult): void {
  const { decisions, log } = phase.exchange.gateway;
  const decision = decisionOf(phase, result, true);
  decisions.add(decision);
  if (log.isLevelEnabled('debug')) {
    log.debug({ decision: decision.toRecord() }, 'request_decided');
  }
}

/** What proxies log for a client that left before its answer. */
const CLIENT_GONE = 499;

function resultOf({ exchange, delivery, candidates, ending }: Served): DecisionResult {
  const { response, isGone } = exchange;
  const status = isGone && !response.headersSent ? CLIENT_GONE : response.statusCode;
  const withheld = ending.kind === 'withheld' ? ending.refusal : undefined;
  return servedResult(delivery.model ?? candidates[0], status, withheld);
}
