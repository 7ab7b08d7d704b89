import { RequestAttributes } from '@aicp/contracts/routing/request-attributes';
import type { Served } from '@aicp/contracts/routing/served';
import { applyPolicies } from '@aicp/contracts/routing/stages';
import type { Exchange } from './exchange.ts';
import { toRefusal, type Refusal } from './refusal.ts';

/** Stage: who may serve, by routing policies and fallbacks, in the order in which they are tried. */
export function policies(exchange: Exchange): Refusal | undefined {
  const { runtime, viewer, asked, gateway } = exchange;
  if (!asked) return undefined;
  const attributes = attributesOf(exchange, asked);
  const { candidates, policy, steps, refusal } = applyPolicies({
    asked,
    attributes,
    viewer,
    catalog: runtime.catalog,
    policies: runtime.settings.routingPolicies ? runtime.policies : undefined,
    random: gateway.random,
  });
  exchange.attributes = attributes;
  exchange.candidates = candidates;
  exchange.policy = policy;
  exchange.steps.push(...steps);
  return refusal && toRefusal(refusal);
}

function attributesOf(exchange: Exchange, asked: Served): RequestAttributes {
  const { caller, chat, runtime, request, at, headerMetadata } = exchange;
  return new RequestAttributes({
    caller,
    asked,
    stream: chat.stream,
    tools: chat.hasTools,
    user: chat.user,
    metadata: [chat.metadata, headerMetadata],
    headers: request.headers,
    promptCharacters: chat.promptCharacters,
    environment: runtime.settings.environment,
    time: () => runtime.settings.clock.at(at),
  });
}
