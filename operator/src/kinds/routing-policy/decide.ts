import type {
  FallbackPolicy,
  ModelGroup,
  StrategyPolicy,
} from '@aicp/contracts/snapshot/sections/policies';
import type { RoutingPolicySpec } from '@aicp/crds/routing-policy';
import {
  accepted,
  notAccepted,
  type KindVerdict,
  type SectionFragment,
} from '../kit/kind-verdict.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';
import { foundIds, missingModels, takenMessage } from '../kit/lookup.ts';
import { decideRule } from './decide-rule.ts';
import type { RoutingPolicyGathered } from './gather.ts';

/** A policy's fragment, in the form that its type asks for. */
export function decideRoutingPolicy(
  object: SourceObject,
  spec: RoutingPolicySpec,
  gathered: RoutingPolicyGathered,
): KindVerdict {
  if (!spec.isActive) return accepted([], ['inactive: it is not applied']);
  const { config } = spec;
  switch (spec.policyType) {
    case 'fallback':
      return decideFallback(object, spec, gathered);
    case 'model_group':
      return decideGroup(object, spec, gathered);
    case 'routing_strategy':
      return decideStrategy(object, spec, gathered);
    case 'conditional':
      return decideRule(object, { ...spec, ...ruleOf(config) }, gathered);
    case undefined:
      return decideRule(object, { ...spec, ...ruleOf(spec) }, gathered);
  }
}

/** The three fields of a rule, which stand in the spec or in its config. */
function ruleOf(from: RoutingPolicySpec['config']) {
  return {
    condition: from?.condition,
    action: from?.action ?? 'deny',
    targetModels: from?.targetModels ?? [],
  };
}

const base = (object: SourceObject, spec: RoutingPolicySpec) => ({
  source: sourceOf(object),
  id: object.name,
  organization: spec.organizationId,
  created: object.created,
});

function decideFallback(
  object: SourceObject,
  spec: RoutingPolicySpec,
  { model, fallbacks }: RoutingPolicyGathered,
): KindVerdict {
  const missing = [
    ...missingModels('config.model', model),
    ...missingModels('config.fallbacks', fallbacks),
  ];
  const [id] = foundIds(model);
  const ids = foundIds(fallbacks).filter((fallback) => fallback !== id);
  if (id === undefined || ids.length === 0) {
    if (missing.length > 0) return notAccepted('ReferenceNotFound', missing.join('; '));
    return notAccepted(
      'Invalid',
      'config.fallbacks: name at least one model other than config.model',
    );
  }
  const fragment: FallbackPolicy = {
    ...base(object, spec),
    type: 'fallback',
    priority: spec.priority,
    model: id,
    fallbacks: ids,
  };
  return withMissing([{ section: 'policies', fragment }], missing);
}

function decideGroup(
  object: SourceObject,
  spec: RoutingPolicySpec,
  { members, taken }: RoutingPolicyGathered,
): KindVerdict {
  const [name] = taken;
  if (name !== undefined) return notAccepted('Conflicted', takenMessage(name));
  const missing = missingModels('config.models', members);
  const weights = spec.config?.weights;
  const present = members.flatMap(({ found }, index) =>
    found ? [{ model: found.id, weight: weights?.[index] ?? found.weight }] : [],
  );
  if (present.length === 0) return notAccepted('ReferenceNotFound', missing.join('; '));
  const fragment: ModelGroup = {
    ...base(object, spec),
    type: 'model_group',
    alias: spec.config?.alias ?? '',
    members: [...new Map(present.map((member) => [member.model, member])).values()],
  };
  return withMissing([{ section: 'policies', fragment }], missing);
}

function decideStrategy(
  object: SourceObject,
  spec: RoutingPolicySpec,
  { group }: RoutingPolicyGathered,
): KindVerdict {
  const missing = missingModels('config.alias', group);
  if (missing.length > 0) return notAccepted('ReferenceNotFound', missing.join('; '));
  const [named] = group;
  if (named?.found?.type === 'model') {
    return notAccepted(
      'Invalid',
      `config.alias: "${named.name}" is a model: name a model group, or none to order every group`,
    );
  }
  const fragment: StrategyPolicy = {
    ...base(object, spec),
    type: 'strategy',
    priority: spec.priority,
    strategy: spec.config?.strategy ?? 'simple-shuffle',
    group: named?.found?.id,
  };
  return accepted([{ section: 'policies', fragment }]);
}

function withMissing(
  fragments: readonly SectionFragment[],
  missing: readonly string[],
): KindVerdict {
  return missing.length > 0
    ? notAccepted('ReferenceNotFound', missing.join('; '), fragments)
    : accepted(fragments);
}
