import type { Clock } from '@aicp/common/time/clock';
import { kindNamed } from '@aicp/crds/kinds';
import { POLICY_ACTIONS } from '@aicp/crds/routing-policy';
import { z } from 'zod';
import { defineRoute, type Route, type RouteContext } from '../http/route.ts';
import type { CollectionService } from '../resources/collection-service.ts';
import type { ObjectStore } from '../resources/store.ts';
import type { StoredObject } from '../resources/stored-object.ts';
import { explain } from './explain.ts';
import { ModelNames } from './model-names.ts';
import {
  attributesOf,
  explainBody,
  lookupIn,
  type ExplainBody,
  type Surroundings,
} from './request-facts.ts';
import { toRule } from './rule.ts';

export interface PolicyRoutesOptions {
  readonly service: CollectionService;
  readonly store: ObjectStore;
  readonly clock: Clock;
}

const explanation = z.object({
  policies: z.array(
    z.object({
      policy: z.string(),
      organization_id: z.string().nullable(),
      priority: z.int(),
      action: z.enum(POLICY_ACTIONS),
      condition: z.string().nullable(),
      target_models: z.array(z.string()),
      matched: z.boolean(),
      applied: z.boolean(),
      why: z.string(),
    }),
  ),
  result: z.enum(['serve', 'deny', 'fail']),
  model: z.string().nullable(),
  provider: z.string().nullable(),
  candidates: z.array(z.string()),
  policy: z.string().nullable(),
  message: z.string(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** `POST /routing-policies/explain`: every policy, whether a request matches it and why, and what comes of it. */
export function explainRoute(options: PolicyRoutesOptions): Route {
  return defineRoute({
    method: 'post',
    path: '/api/v1/routing-policies/explain',
    operationId: 'explainRouting',
    summary: 'Say which policies match a request, why, and what comes of them',
    description:
      'Calls no model and stores nothing. Keys, budgets, limits and fallbacks are not looked at: send the request to the gateway with x-aicp-dry-run for those.',
    tag: options.service.collection.tag,
    permission: 'routing_policies:read',
    body: explainBody,
    bodyExample: { request: { model: 'gpt-4o-mini' }, attributes: { team: 'data-science' } },
    answers: { 200: { description: 'The policies, and the outcome.', schema: explanation } },
    handler: (context) => Promise.resolve({ status: 200, body: explained(options, context) }),
  });
}

function explained(
  { store, clock }: PolicyRoutesOptions,
  { body, principal }: RouteContext<unknown, unknown, ExplainBody>,
) {
  const around = surroundings(store, clock);
  const named = body.attributes['organization'];
  const organization =
    principal.organizationId ?? (named === undefined ? undefined : String(named));
  const isSeen = ({ spec }: StoredObject): boolean =>
    spec['organizationId'] === undefined || spec['organizationId'] === organization;
  const policies = store.list(kindNamed('RoutingPolicy')).filter(isSeen);
  const names = new ModelNames(store.list(kindNamed('Model')).filter(isSeen), policies);
  const values = new Map(attributesOf(body, names, around));
  if (organization !== undefined) values.set('organization', organization);
  const rules = policies.flatMap((policy) => toRule(policy) ?? []);
  const asked = body.request.model ?? around.defaultModel;
  const set = [...values].filter(([, value]) => value !== undefined);
  return {
    ...explain({ rules, lookup: lookupIn(values), names, asked }),
    attributes: Object.fromEntries(set),
  };
}

function surroundings(store: ObjectStore, clock: Clock): Surroundings {
  const spec = store.find(kindNamed('ControlPlane'), 'default')?.spec ?? {};
  const text = (field: string): string | undefined => {
    const value = spec[field];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    environment: text('environment'),
    timeZone: text('timeZone') ?? 'UTC',
    defaultModel: text('defaultModel'),
    nowMs: clock.now(),
  };
}
