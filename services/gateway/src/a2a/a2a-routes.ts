import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import { addressGuard } from '@aicp/common/http/address-guard';
import type { CallRoutes } from '../calls/call-routes.ts';
import { sendRefusal } from '../http/send-refusal.ts';
import { methodNotAllowed } from '../pipeline/exchange/refusal.ts';
import type { RequestHandler } from 'express';
import { cardRoute } from './card-route.ts';
import { WorkflowEngine, type EngineSettings } from './engine/workflow-engine.ts';
import { IdSeal } from './ids/id-seal.ts';
import { sharedSecret, type SecretSettings } from '../seal/shared-secret.ts';
import { rpcRoute } from './rpc-route.ts';
import { CardStore, type GuardOf } from './upstream/card-store.ts';

export interface A2aSettings extends SecretSettings {
  /** Where agents may stand, by whose they are. */
  readonly egress: ProviderEgress;
  /** The workflow service; absent: workflows are no agents here. */
  readonly workflowEngine?: EngineSettings | undefined;
}

/** Agents that are called through the gateway, and their cards. */
export const a2aRoutes =
  (settings: A2aSettings): CallRoutes =>
  (app, gateway) => {
    const guardOf = guardsOf(settings.egress);
    const seal = new IdSeal(sharedSecret(settings));
    const { clock, log } = gateway;
    const { workflowEngine: settingsOfEngine } = settings;
    const engine = settingsOfEngine && new WorkflowEngine(settingsOfEngine, clock);
    const cards = new CardStore({ guardOf, engine, clock, log });
    const needs = { gateway, cards, guardOf, engine, seal };
    const card = '/a2a/:agent/.well-known/agent-card.json';
    const legacyCard = '/a2a/:agent/.well-known/agent.json';
    app.get(card, cardRoute(needs, 'now'));
    app.get(legacyCard, cardRoute(needs, 'old'));
    app.post('/a2a/:agent', rpcRoute(needs));
    app.all([card, legacyCard], only('GET, HEAD'));
    app.all('/a2a/:agent', only('POST'));
  };

function guardsOf({ platform, tenants }: ProviderEgress): GuardOf {
  const guards = { platform: addressGuard(platform), tenants: addressGuard(tenants) };
  return ({ organization }) => (organization === undefined ? guards.platform : guards.tenants);
}

const only =
  (allowed: string): RequestHandler =>
  (request, response) => {
    sendRefusal(request, response, methodNotAllowed(request.method, allowed));
  };
