import { RequestAttributes } from '../routing/request-attributes.ts';
import type { Served } from '../routing/catalog.ts';
import { route } from '../routing/route.ts';
import type { Exchange } from './exchange.ts';
import { forbidden, type Refusal } from './refusal.ts';

/** Stage: who may serve, by routing policies and fallbacks, in the order in which they are tried. */
export function policies(exchange: Exchange): Refusal | undefined {
  const { runtime, viewer, asked, gateway } = exchange;
  if (!asked) return undefined;
  const attributes = attributesOf(exchange, asked);
  const { candidates, policy, steps } = route({
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
  return candidates.length > 0 ? undefined : denied(policy);
}

function denied(policy: string | undefined): Refusal {
  const message =
    policy === undefined
      ? 'No model is left that this key may use.'
      : `The routing policy "${policy}" leaves no model for this request.`;
  return forbidden('policy_denied', message);
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
