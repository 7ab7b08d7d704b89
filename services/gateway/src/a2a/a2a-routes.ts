import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import { addressGuard } from '@aicp/common/http/address-guard';
import type { CallRoutes } from '../calls/call-routes.ts';
import { METADATA_PATH, sendMetadata } from '../http/resource-metadata.ts';
import { sendRefusal } from '../http/send-refusal.ts';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { methodNotAllowed } from '../pipeline/exchange/refusal.ts';
import type { RequestHandler } from 'express';
import { askedOf } from './asking/asked-of.ts';
import { cardRoute } from './card-route.ts';
import { WorkflowEngine, type EngineSettings } from './engine/workflow-engine.ts';
import { IdSeal } from './ids/id-seal.ts';
import { sharedSecret, type SecretSettings } from '../seal/shared-secret.ts';
import { rpcRoute } from './rpc-route.ts';
import { CardStore, type GuardOf } from './upstream/card-store.ts';

export interface A2aSettings extends SecretSettings {
  /** Where agents may stand, by whose they are. */
  readonly egress: ProviderEgress;
  /** The workflow engine; absent: workflows are no agents here. */
  readonly workflowEngine?: EngineSettings | undefined;
}

/** By the second one an organization says that it is meant, as with tools. */
const PATHS = ['/a2a/:agent', '/orgs/:organization/a2a/:agent'] as const;
/** What a token for all agents is for. Nothing is served there. */
const ALL_AGENTS = ['/a2a', '/orgs/:organization/a2a'] as const;

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
    const cardPaths = PATHS.map((path) => `${path}/.well-known/agent-card.json`);
    const legacyPaths = PATHS.map((path) => `${path}/.well-known/agent.json`);
    app.get(cardPaths, cardRoute(needs, 'now'));
    app.get(legacyPaths, cardRoute(needs, 'old'));
    app.post([...PATHS], rpcRoute(needs));
    app.all([...cardPaths, ...legacyPaths], only('GET, HEAD'));
    app.all([...PATHS], only('POST'));
    const places = [...PATHS, ...ALL_AGENTS].map((path) => METADATA_PATH + path);
    app.get(places, metadataRoute(gateway));
  };

function guardsOf({ platform, tenants }: ProviderEgress): GuardOf {
  const guards = { platform: addressGuard(platform), tenants: addressGuard(tenants) };
  return ({ organization }) => (organization === undefined ? guards.platform : guards.tenants);
}

/** `GET /.well-known/oauth-protected-resource…` (RFC 9728): how to be let in. It needs no key, and says the same of what there is not. */
const metadataRoute =
  (gateway: Gateway): RequestHandler =>
  (request, response) => {
    sendMetadata(gateway, { request, response }, askedOf(request));
  };

const only =
  (allowed: string): RequestHandler =>
  (request, response) => {
    sendRefusal(request, response, methodNotAllowed(request.method, allowed));
  };
