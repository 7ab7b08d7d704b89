import { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import { route } from '@aicp/contracts/routing/route';
import { checkCandidates } from '@aicp/contracts/routing/stages';
import type { DecisionStep } from '@aicp/contracts/decision/decision-record';
import { candidateFigures } from '../decisions/candidate-figures.ts';
import { modesOf } from '../protocols/protocol.ts';
import type { Resolved, Routed } from './exchange/phases.ts';
import { internalError, toRefusal } from './exchange/refusal.ts';
import type { Stage } from './exchange/stage.ts';
import { moneyAsked, moneyLeft } from './spend/money-of-request.ts';

/** Stage: who may serve, by routing policies and fallbacks, in the order in which they are tried. */
export const policies: Stage<'resolved', 'routed'> = {
  name: 'policies',
  from: 'resolved',
  to: 'routed',
  hasEffects: false,
  run(phase, flow) {
    const go = (): void => {
      const { steps, routed } = routedBy(phase);
      phase.exchange.steps.push(...steps);
      flow.pass(routed);
    };
    const asked = moneyAsked(phase);
    const learning = asked && phase.exchange.gateway.money.learn(asked);
    if (!learning) go();
    else {
      learning.then(go).catch((error: unknown) => {
        phase.exchange.gateway.log.error(
          { err: error, request_id: phase.exchange.requestId },
          'request_failed',
        );
        flow.refuse(internalError());
      });
    }
  },
};

/** Who may serve what a request's name, or another name in its place, stands for. */
export function routedBy(phase: Resolved): {
  readonly routed: Routed;
  readonly steps: readonly DecisionStep[];
} {
  const { exchange, resolution, entitlement } = phase;
  const { runtime, gateway } = exchange;
  const attributes = attributesOf(phase);
  const { steps, ...routed } = route({
    resolution,
    attributes,
    entitlement,
    modes: modesOf(exchange.protocol),
    catalog: runtime.catalog,
    policies: runtime.settings.routingPolicies ? runtime.policies : undefined,
    random: gateway.random,
    stats: gateway.stats,
    failover: runtime.failovers.isEmpty
      ? undefined
      : { book: runtime.failovers, states: gateway.failovers },
  });
  const { decisionDays } = runtime.settings;
  const figures =
    decisionDays > 0 ? candidateFigures(resolution, routed.candidates, gateway.stats) : NO_FIGURES;
  return { routed: { ...phase, phase: 'routed', attributes, figures, ...routed }, steps };
}

const NO_FIGURES: readonly never[] = [];

/** Stage: refuses a request for which the policies leave nobody. */
export const permission: Stage<'routed', 'routed'> = {
  name: 'permission',
  from: 'routed',
  to: 'routed',
  hasEffects: false,
  run(phase, flow) {
    const refusal = checkCandidates(phase);
    if (refusal) flow.refuse(toRefusal(refusal));
    else flow.pass(phase);
  },
};

function attributesOf(phase: Resolved): RequestAttributes {
  const { exchange, principal, resolution, input, headerMetadata } = phase;
  const { runtime, request, at } = exchange;
  const asked = moneyAsked(phase);
  return new RequestAttributes({
    principal,
    resolution,
    stream: input.stream,
    tools: input.hasTools,
    user: input.user,
    metadata: [input.metadata, headerMetadata],
    headers: request.headers,
    promptCharacters: input.promptCharacters,
    environment: runtime.settings.environment,
    time: () => runtime.settings.clock.at(at),
    money: asked && moneyLeft(phase, asked),
    readers: runtime.policies.attributeReaders,
  });
}
