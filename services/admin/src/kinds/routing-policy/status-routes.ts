import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { CONFIG_MAPS } from '@aicp/common/kubernetes/objects';
import type { Clock } from '@aicp/common/time/clock';
import { isVisible } from '@aicp/contracts/routing/catalog/resolution';
import { kindNamed } from '@aicp/crds/kinds';
import { z } from 'zod';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import { permissionTo } from '../../access/permissions.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import { readableBy } from '../../resources/rights.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { KnownRouting, RoutingSnapshot } from './routing-snapshot.ts';

export interface StatusRoutesOptions {
  readonly service: CollectionService;
  readonly store: ObjectStore;
  readonly api: KubernetesApi;
  readonly namespace: string;
  readonly clock: Clock;
  readonly routing: RoutingSnapshot;
}

/** What the operator commits snapshots in. */
const INDEX = 'aicp-snapshot';
/** How long a sync waits for the replicas, ms. */
const SYNC_MS = 2_000;
const LOOK_MS = 50;

const pending = z.array(z.object({ policy: z.string(), message: z.string() }));

const status = z.object({
  routing_strategy: z.string().meta({
    description: 'How the members of a group are ordered, where no policy names the group.',
  }),
  fallbacks: z.record(z.string(), z.array(z.string())),
  model_group_aliases: z.record(z.string(), z.array(z.string())),
  num_models: z.int(),
  config_version: z.string().nullable().meta({
    description: 'Epoch and revision of the newest configuration that was committed.',
  }),
  replicas: z.object({
    up_to_date: z.boolean().meta({ description: 'Whether every replica runs every policy.' }),
    pending: pending.meta({ description: 'Policies that some replica does not run, and why.' }),
  }),
});

/** `GET /status`, also under its old name, and `POST /sync`. */
export const routingStatusRoutes = (options: StatusRoutesOptions): Route[] => [
  statusRoute(options, { path: 'status', operationId: 'getRoutingStatus' }),
  statusRoute(options, { path: 'litellm-status', operationId: 'getLitellmStatus' }),
  syncRoute(options),
];

function statusRoute(
  options: StatusRoutesOptions,
  { path, operationId }: { path: string; operationId: string },
): Route {
  return defineRoute({
    method: 'get',
    path: `/api/v1/routing-policies/${path}`,
    operationId,
    summary: 'What routing is made of, and whether every replica has it',
    tag: options.service.collection.tag,
    permission: permissionTo('read', options.service.collection),
    answers: { 200: { description: 'The state of routing.', schema: status } },
    handler: async (context) => ({ status: 200, body: await statusOf(options, context) }),
  });
}

async function statusOf(options: StatusRoutesOptions, context: RouteContext) {
  const policies = policiesFor(options, context);
  const waiting = pendingOf(policies);
  return {
    ...routed(options.routing.current, context.principal.organizationId),
    config_version: await committed(options),
    replicas: { up_to_date: waiting.length === 0, pending: waiting },
  };
}

/** Fallbacks, groups and models as the gateways have them: for an organization's requests, or for those of nobody's in particular. */
function routed({ tables, policies, models }: KnownRouting, organization: string | undefined) {
  const entitlement = { organization };
  const seen = policies.filter((policy) =>
    isVisible({ organization: policy.organization }, entitlement),
  );
  const first = seen.flatMap((policy) => (policy.type === 'fallback' ? [policy.model] : []));
  const strategy = tables.policies.strategies.find({ id: '', isPlatforms: true }, organization);
  return {
    routing_strategy: strategy?.strategy ?? 'simple-shuffle',
    fallbacks: Object.fromEntries(
      first.flatMap((id) => {
        const resolution = tables.catalog.named(id, entitlement);
        return resolution
          ? [[id, [...new Set(tables.policies.fallbacksOf(resolution, entitlement))]]]
          : [];
      }),
    ),
    model_group_aliases: Object.fromEntries(
      seen.flatMap((policy) =>
        policy.type === 'model_group'
          ? [[policy.alias, policy.members.map(({ model }) => model)]]
          : [],
      ),
    ),
    num_models: models.filter(
      (model) =>
        organization === undefined || isVisible({ organization: model.organization }, entitlement),
    ).length,
  };
}

function syncRoute(options: StatusRoutesOptions): Route {
  const { clock } = options;
  return defineRoute({
    method: 'post',
    path: '/api/v1/routing-policies/sync',
    operationId: 'syncRoutingPolicies',
    summary: 'Wait until every replica runs the policies as they are',
    description:
      'Policies are pushed by themselves. This waits for that, two seconds at most, and not at all for what only an edit can help: `pending` says that some policy is not run everywhere; the status names what is missing.',
    tag: options.service.collection.tag,
    permission: permissionTo('write', options.service.collection),
    dryRun: false,
    answers: {
      200: {
        description: 'How many policies every replica runs.',
        schema: z.object({ status: z.enum(['synced', 'pending']), synced: z.int() }),
      },
    },
    handler: async (context) => {
      const end = clock.monotonic() + SYNC_MS;
      for (;;) {
        const policies = policiesFor(options, context);
        const waiting = pendingOf(policies).length;
        if (policies.every(isSettled) || clock.monotonic() >= end) {
          const body = {
            status: waiting === 0 ? 'synced' : 'pending',
            synced: policies.length - waiting,
          };
          return { status: 200, body };
        }
        await clock.sleep(LOOK_MS);
      }
    },
  });
}

/** Policies that are switched on, as the principal may see them. */
function policiesFor(
  { service, store }: StatusRoutesOptions,
  { principal }: RouteContext,
): readonly StoredObject[] {
  const isSeen = readableBy(service.collection, principal);
  return store
    .list(kindNamed('RoutingPolicy'))
    .filter((policy) => isSeen(policy) && policy.spec['isActive'] !== false);
}

interface SeenCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message: string;
  readonly observedGeneration?: number;
}

/** Policies that not every replica runs in their present form. */
function pendingOf(policies: readonly StoredObject[]): z.output<typeof pending> {
  return policies.flatMap(({ metadata, status: seen }) => {
    const conditions = (seen?.['conditions'] ?? []) as readonly SeenCondition[];
    const programmed = conditions.find(({ type }) => type === 'Programmed');
    const isPresent = programmed?.observedGeneration === metadata.generation;
    if (programmed?.status === 'True' && isPresent) return [];
    const message = programmed && isPresent ? programmed.message : 'not looked at yet';
    return [{ policy: metadata.name, message }];
  });
}

/** Whether waiting changes nothing: every replica runs the policy, or only an edit of it or of another object can bring that about. */
export function isSettled(policy: StoredObject): boolean {
  if (pendingOf([policy]).length === 0) return true;
  const { metadata, status: seen } = policy;
  const conditions = (seen?.['conditions'] ?? []) as readonly SeenCondition[];
  return conditions
    .filter(({ observedGeneration }) => observedGeneration === metadata.generation)
    .some(
      ({ type, status: value, reason }) =>
        (type === 'Accepted' && value === 'False') ||
        (type === 'Stalled' && value === 'True') ||
        (type === 'Programmed' && reason === 'NotEnforced'),
    );
}

const index = z.object({
  history: z.array(z.object({ epoch: z.int(), revision: z.int() })),
});

async function committed({ api, namespace }: StatusRoutesOptions): Promise<string | null> {
  const object = await api.get(CONFIG_MAPS, { namespace, name: INDEX });
  const text = z.object({ 'index.json': z.string() }).safeParse(object?.['data']).data;
  if (!text) return null;
  const newest = index.safeParse(JSON.parse(text['index.json']) as unknown).data?.history[0];
  return newest ? `${newest.epoch}.${newest.revision}` : null;
}
