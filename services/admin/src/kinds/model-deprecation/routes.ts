import { Problem } from '@aicp/common/errors/problem';
import type { Clock } from '@aicp/common/time/clock';
import { model } from '@aicp/crds/model';
import { routingPolicy } from '@aicp/crds/routing-policy';
import { z } from 'zod';
import type { Principal } from '@aicp/api-kit/access/principal';
import type { Route } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import { permissionTo } from '../../access/permissions.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import { readableBy } from '../../resources/rights.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';

const DAY_MS = 86_400_000;

const STAGES = ['active', 'announced', 'deprecated', 'sunset'] as const;

const answer = z.object({
  model: z.string(),
  deprecated: z.boolean().meta({ description: 'Discouraged already, or gone.' }),
  status: z.enum(STAGES),
  replacement_model: z.string().nullable(),
  deprecation_date: z.string().nullable(),
  sunset_date: z.string().nullable(),
  days_until_sunset: z.int().nullable(),
  auto_reroute: z.boolean(),
  message: z.string().nullable(),
});

export interface ModelDeprecationNeeds {
  readonly deprecations: CollectionService;
  readonly models: CollectionService;
  readonly store: ObjectStore;
  readonly clock: Clock;
}

/** `GET /deprecations/check/{model}`: what is announced of a model, by its id or an alias; also below the collection's other path. */
export function modelDeprecationRoutes(needs: ModelDeprecationNeeds): Route[] {
  const { deprecations, clock } = needs;
  const { path: main, otherPaths = [], tag } = deprecations.collection;
  return [main, ...otherPaths].map((path) =>
    defineRoute({
      method: 'get',
      path: `/api/v1/${path}/check/{model}`,
      operationId: path === main ? 'checkDeprecation' : 'checkModelDeprecation',
      summary: 'What is announced of a model',
      tag,
      permission: permissionTo('read', deprecations.collection),
      answers: {
        200: { description: 'Its stage; `active` where nothing is announced.', schema: answer },
      },
      handler: ({ params, principal }) => {
        const { model: name = '' } = params;
        const found = announcements(needs, principal, name);
        if (found.length === 0) requireKnown(needs, principal, name);
        return Promise.resolve({ status: 200, body: checked(name, found, clock.now()) });
      },
    }),
  );
}

/** Throws a Problem (404) for a name that no model and no group of models has, as far as the caller may see. */
function requireKnown(
  { store, models }: ModelDeprecationNeeds,
  principal: Principal,
  name: string,
): void {
  const { organizationId, role } = principal;
  const isModel = store
    .list(model)
    .filter(readableBy(models.collection, principal))
    .some(({ spec }) => spec['modelId'] === name || namesIn(spec['aliases']).includes(name));
  // Whoever may not read policies asks for models by the names of groups all the same.
  const isGroup = store
    .list(routingPolicy)
    .filter(
      ({ spec: { organizationId: owner } }) =>
        role === 'platform_admin' || owner === undefined || owner === organizationId,
    )
    .some(({ spec }) => (spec['config'] as { alias?: string } | undefined)?.alias === name);
  if (!isModel && !isGroup) throw new Problem(404, `There is no model "${name}".`);
}

/** Those that name the model as it was asked for, or by the id that the asked alias is of. */
function announcements(
  { store, models, deprecations }: ModelDeprecationNeeds,
  principal: Principal,
  name: string,
): readonly StoredObject[] {
  const seen = ({ collection }: CollectionService) =>
    store.list(collection.kind).filter(readableBy(collection, principal));
  const aliased = seen(models).filter(({ spec }) => namesIn(spec['aliases']).includes(name));
  const names = new Set<unknown>([name, ...aliased.map(({ spec }) => spec['modelId'])]);
  return seen(deprecations).filter(({ spec }) => names.has(spec['modelName']));
}

const namesIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Of several announcements, the one that has come further counts. */
function checked(
  model: string,
  found: readonly StoredObject[],
  nowMs: number,
): z.output<typeof answer> {
  const staged = found.map((object) => ({ object, stage: stageOf(object, nowMs) }));
  const [furthest] = staged.sort((a, b) => b.stage - a.stage);
  const spec = furthest?.object.spec ?? {};
  const sunset = momentOf(spec['sunsetDate']);
  const text = (field: string): string | null => {
    const value = spec[field];
    return typeof value === 'string' ? value : null;
  };
  return {
    model,
    deprecated: (furthest?.stage ?? 0) > 1,
    status: STAGES[furthest?.stage ?? 0] ?? 'active',
    replacement_model: text('replacementModel'),
    deprecation_date: text('deprecationDate'),
    sunset_date: text('sunsetDate'),
    days_until_sunset:
      sunset === undefined ? null : Math.max(0, Math.ceil((sunset - nowMs) / DAY_MS)),
    auto_reroute: spec['autoReroute'] === true,
    message: text('message'),
  };
}

/** Without a date of its own, it is discouraged from when it was announced. */
function stageOf({ spec }: StoredObject, nowMs: number): number {
  if ((momentOf(spec['sunsetDate']) ?? Infinity) <= nowMs) return 3;
  return (momentOf(spec['deprecationDate']) ?? 0) <= nowMs ? 2 : 1;
}

const momentOf = (value: unknown): number | undefined =>
  typeof value === 'string' ? Date.parse(value) : undefined;
