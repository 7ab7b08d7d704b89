import { canonicalJson, sha256, snapshotDigest } from '@aicp/contracts/snapshot/digest';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { SECTIONS } from '@aicp/contracts/snapshot/sections';
import { testBuilder } from '@aicp/gateway/testing/request-facts';
import { isRefused } from '@aicp/gateway/snapshot/runtime-builder';
import type { Runtime } from '@aicp/gateway/routing/runtime';
import {
  apiKey,
  controlPlane,
  model,
  object,
  policy,
  provider,
} from '@aicp/operator/testing/builders';
import { compiled } from '@aicp/operator/testing/compiled';
import type { SourceObject } from '@aicp/operator/kinds/kit/source-object';
import type { World } from './world-types.ts';
import { KEYS, LATER, SUNSET } from './world.ts';

/** The world as objects of a cluster. What is earlier in a list is older, models before groups before policies. */
export function objectsOf(world: World): SourceObject[] {
  const {
    models,
    groups,
    rules,
    fallbacks,
    deprecations,
    strategies,
    tiers,
    grants,
    budgets,
    tests,
  } = world;
  let age = 0;
  const next = () => ({ age: (age += 1) });
  return [
    ...accountsOf(world),
    ...models.map((one, index) => modelObject(`m${index}`, one, next())),
    ...groups.map(({ owner, alias, members }, index) =>
      policy(
        `g${index}`,
        {
          policyType: 'model_group',
          organizationId: owner,
          config: {
            alias,
            models: members.map(({ name }) => name),
            weights: members.map(({ weight }) => weight),
          },
        },
        next(),
      ),
    ),
    ...rules.map(({ owner, action, condition, priority, targets }, index) =>
      policy(
        `r${index}`,
        { organizationId: owner, action, condition, priority, targetModels: targets },
        next(),
      ),
    ),
    ...fallbacks.map(({ owner, priority, model: from, fallbacks: to }, index) =>
      policy(
        `f${index}`,
        {
          policyType: 'fallback',
          organizationId: owner,
          priority,
          config: { model: from, fallbacks: to },
        },
        next(),
      ),
    ),
    ...strategies.map(({ owner, priority, strategy, group }, index) =>
      policy(
        `s${index}`,
        {
          policyType: 'routing_strategy',
          organizationId: owner,
          priority,
          config: { strategy, alias: group },
        },
        next(),
      ),
    ),
    ...deprecations.map((one, index) =>
      object(
        'ModelDeprecation',
        `d${index}`,
        {
          organizationId: one.owner,
          modelName: one.model,
          replacementModel: one.replacement,
          sunsetDate: one.isPast ? SUNSET : LATER,
          autoReroute: one.isRerouted,
        },
        next(),
      ),
    ),
    ...tiers.map(({ owner, models: entries, labels, isOnApproval }, index) =>
      object('AccessTier', `tier${index}`, {
        organizationId: owner,
        models: entries,
        modelTiers: labels,
        requiresApproval: isOnApproval,
      }),
    ),
    ...grants.map(({ owner, tier, to, expiresAt }, index) =>
      object('AccessGrant', `grant${index}`, {
        organizationId: owner,
        tierId: `tier${tier}`,
        expiresAt,
        ...to,
      }),
    ),
    ...budgets.map(({ owner, entity: [entityType, entityId], limit, action, downgradeTo }, index) =>
      object('Budget', `b${index}`, {
        ...{ organizationId: owner, entityType, entityId, action },
        ...{ limitUsd: limit, window: '1d' },
        ...(action === 'downgrade' ? { downgradeTo } : {}),
      }),
    ),
    ...tests.map(({ owner, base, variant, state, percent, stickyBy }, index) =>
      object(
        'ABTest',
        `ab${index}`,
        {
          ...{ organizationId: owner, baseModel: base, variantModel: variant },
          ...{ state, stickyBy, trafficSplitPercent: String(percent) },
        },
        next(),
      ),
    ),
  ];
}

function accountsOf({ organizationLists, teamLists, defaultModel }: World): SourceObject[] {
  return [
    controlPlane({ defaultModel }),
    provider('sim'),
    ...Object.entries(organizationLists).flatMap(([id, allowedModels]) => [
      object('Organization', id, { allowedModels }),
      provider(`${id}-sim`, { organizationId: id }),
    ]),
    ...KEYS.map(([name, organizationId]) => apiKey(name, { organizationId })),
    ...Object.entries(teamLists).map(([id, allowedModels]) =>
      object('Team', id, { organizationId: id === 't3' ? 'rival' : 'acme', allowedModels }),
    ),
  ];
}

function modelObject(name: string, one: World['models'][number], extra: { age: number }) {
  const { owner, id, aliases, fallbacks, tier, price, uses, isActive } = one;
  const prices =
    price === undefined ? {} : { inputPricePerMillion: price, outputPricePerMillion: price };
  const inherits = owner !== undefined && uses !== undefined;
  const upstream = inherits
    ? { provider: 'sim', upstreamModel: uses }
    : { provider: owner === undefined ? 'sim' : `${owner}-sim`, tier, ...prices };
  const spec = { modelId: id, organizationId: owner, aliases, fallbacks, isActive, ...upstream };
  return model(name, spec, extra);
}

/** The world compiled as the operator does it, as a snapshot. */
export function snapshotOf(world: World): StoredSnapshot {
  const { sections: texts } = compiled(
    JSON.parse(JSON.stringify(objectsOf(world))) as SourceObject[],
  );
  const contents = Object.fromEntries(
    Object.keys({ ...SECTIONS.gateway, ...SECTIONS.admin }).map((name) => [
      name,
      texts[name] ?? canonicalJson([]),
    ]),
  );
  const sections = Object.fromEntries(
    Object.entries(contents).map(([name, bytes]) => [name, sha256(bytes)]),
  );
  return {
    manifest: { epoch: 1, revision: 1, digest: snapshotDigest(sections), sections },
    degraded: [],
    contents,
  };
}

/** The same in the gateway's indexes. */
export function runtimeOf(world: World): Runtime {
  const built = testBuilder().build(snapshotOf(world));
  if (isRefused(built)) throw new Error(JSON.stringify(built));
  return built;
}
