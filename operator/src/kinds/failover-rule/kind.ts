import { triggerFault } from '@aicp/contracts/checks/trigger-condition';
import type { FailoverFragment } from '@aicp/contracts/snapshot/sections/failovers';
import { failoverRule, type FailoverRuleSpec } from '@aicp/crds/failover-rule';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { lookUpModels, missingModels, type LookedUpModel, type Lookup } from '../kit/lookup.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

/** The two models that a FailoverRule names. */
interface FailoverRuleGathered {
  readonly source: readonly LookedUpModel[];
  readonly target: readonly LookedUpModel[];
}

/** A FailoverRule as gateways act on it. Where one of its models is not served it moves nothing. */
export const failoverRuleKind = operatorKind<
  FailoverRuleSpec,
  FailoverRuleGathered,
  FailoverFragment
>({
  definition: failoverRule,
  sections: () => ['failovers'],
  keptIn: 'failovers',
  keep: (kept, { exists }) =>
    exists(kept.sourceModel) && exists(kept.targetModel)
      ? [{ section: 'failovers', fragment: kept }]
      : [],
  gather: ({ sourceModel, targetModel, organizationId }, lookup: Lookup) => ({
    source: lookUpModels([sourceModel], organizationId, lookup),
    target: lookUpModels([targetModel], organizationId, lookup),
  }),
  decide: decideFailoverRule,
});

function decideFailoverRule(
  object: SourceObject,
  spec: FailoverRuleSpec,
  { source, target }: FailoverRuleGathered,
): KindVerdict {
  const fault = triggerFault(spec.triggerCondition);
  if (fault !== undefined) return notAccepted('Invalid', `spec.triggerCondition: ${fault}`);
  const missing = [
    ...missingModels('sourceModel', source),
    ...missingModels('targetModel', target),
  ];
  if (missing.length > 0) return notAccepted('ReferenceNotFound', missing.join('; '));
  const [from, to] = [source[0]?.found, target[0]?.found];
  if (from?.type !== 'model' || !to) return notAccepted('Invalid', isGroup(spec.sourceModel));
  if (from.id === to.id) return notAccepted('Invalid', isSame(spec));
  const fragment: FailoverFragment = {
    source: sourceOf(object),
    organization: spec.organizationId,
    sourceModel: from.id,
    targetModel: to.id,
    condition: spec.triggerCondition,
    cooldownMinutes: spec.cooldownMinutes,
  };
  return accepted([{ section: 'failovers', fragment }]);
}

const isGroup = (name: string): string =>
  `spec.sourceModel: "${name}" is a model group: write a rule for each of its models`;

const isSame = ({ sourceModel, targetModel }: FailoverRuleSpec): string =>
  `spec.targetModel: "${targetModel}" is the same model as "${sourceModel}": name another`;
