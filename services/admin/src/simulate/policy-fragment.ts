import { readsCandidates } from '@aicp/contracts/conditions/candidates';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import type { Catalog } from '@aicp/contracts/routing/catalog/catalog';
import type { RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { PolicyFragment } from '@aicp/contracts/snapshot/sections/policies';
import { routingPolicy } from '@aicp/crds/routing-policy';
import type { z } from 'zod';
import type { Spec } from '../resources/collection.ts';

type PolicySpec = z.output<typeof routingPolicy.spec>;

/** A policy as it would be stored. */
export interface SimulatedPolicy {
  /** metadata.name. */
  readonly id: string;
  /** RFC 3339: when it was created, or now. */
  readonly created: string;
  readonly spec: Spec;
}

/** Which models there are, for the names that a policy gives. */
export interface KnownModels {
  readonly catalog: Catalog<RoutingModel>;
  readonly models: readonly ModelFragment[];
}

/**
 * What a policy is in a snapshot, as the operator compiles it; undefined where it would act on nothing: it is switched off, or none of the models that it stands
 * on exists.
 */
export function policyFragmentOf(
  policy: SimulatedPolicy,
  known: KnownModels,
): PolicyFragment | undefined {
  const spec = routingPolicy.spec.parse(policy.spec);
  if (!spec.isActive) return undefined;
  switch (spec.policyType) {
    case 'fallback':
      return fallbackOf(policy, spec, known);
    case 'model_group':
      return groupOf(policy, spec, known);
    case 'routing_strategy':
      return strategyOf(policy, spec, known);
    case 'conditional':
      return ruleOf(policy, { ...spec, ...spec.config }, known);
    case undefined:
      return ruleOf(policy, spec, known);
  }
}

const baseOf = ({ id, created }: SimulatedPolicy, spec: PolicySpec) => ({
  source: { kind: 'RoutingPolicy', name: id, uid: '', generation: 0 },
  id,
  organization: spec.organizationId,
  created,
});

const foundIn = (
  { catalog }: KnownModels,
  { organizationId }: PolicySpec,
  names: readonly string[] = [],
) => names.map((name) => ({ name, found: catalog.named(name, { organization: organizationId }) }));

const idsOf = (looked: ReturnType<typeof foundIn>): string[] => [
  ...new Set(looked.flatMap(({ found }) => (found ? [found.id] : []))),
];

function ruleOf(
  policy: SimulatedPolicy,
  spec: PolicySpec,
  known: KnownModels,
): PolicyFragment | undefined {
  const { condition, action = 'deny', targetModels = [], priority } = spec;
  const isOfNothing = action === 'prefer' && targetModels.length === 0;
  const reads = condition !== undefined && readsCandidates(parseCondition(condition));
  if (isOfNothing && !reads) return undefined;
  const targets = idsOf(foundIn(known, spec, targetModels));
  return {
    ...baseOf(policy, spec),
    ...{ type: 'rule', priority, action, targets },
    ...(condition === undefined ? {} : { condition }),
    targetNames: [...new Set(targetModels)],
    targetsMissing: targetModels.length > 0 && targets.length === 0,
  };
}

function fallbackOf(
  policy: SimulatedPolicy,
  spec: PolicySpec,
  known: KnownModels,
): PolicyFragment | undefined {
  const { model, fallbacks } = spec.config ?? {};
  const [id] = idsOf(foundIn(known, spec, model === undefined ? [] : [model]));
  const ids = idsOf(foundIn(known, spec, fallbacks)).filter((one) => one !== id);
  if (id === undefined || ids.length === 0) return undefined;
  const own = { type: 'fallback', priority: spec.priority, model: id, fallbacks: ids } as const;
  return { ...baseOf(policy, spec), ...own };
}

function groupOf(
  policy: SimulatedPolicy,
  spec: PolicySpec,
  known: KnownModels,
): PolicyFragment | undefined {
  const { alias = '', models, weights } = spec.config ?? {};
  const { organizationId } = spec;
  const isTaken = known.catalog.everything(alias).some(({ isPlatforms }) => isPlatforms);
  if (organizationId !== undefined && isTaken) return undefined;
  const members = foundIn(known, spec, models).flatMap(({ found }, index) => {
    if (found?.kind !== 'model') return [];
    const own = known.models.find(({ source }) => source.name === found.name);
    return [{ model: found.id, weight: weights?.[index] ?? own?.weight ?? 1 }];
  });
  if (members.length === 0) return undefined;
  const once = [...new Map(members.map((member) => [member.model, member])).values()];
  return { ...baseOf(policy, spec), type: 'model_group', alias, members: once };
}

function strategyOf(
  policy: SimulatedPolicy,
  spec: PolicySpec,
  known: KnownModels,
): PolicyFragment | undefined {
  const { alias, strategy = 'simple-shuffle' } = spec.config ?? {};
  const [named] = foundIn(known, spec, alias === undefined ? [] : [alias]);
  if (named && named.found?.kind !== 'group') return undefined;
  return {
    ...baseOf(policy, spec),
    ...{ type: 'strategy', priority: spec.priority, strategy },
    ...(named?.found ? { group: named.found.id } : {}),
  };
}
