import type { CostAllocationFragment } from '@aicp/contracts/snapshot/sections/cost-allocation';
import { costAllocationRule, type CostAllocationRuleSpec } from '@aicp/crds/cost-allocation-rule';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { operatorKind, type Claim } from '../kit/operator-kind.ts';
import { missingReferences, type Missing } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

type Gathered = Pick<Missing, 'missing'>;

/** A CostAllocationRule. The rules of one team, and those of everybody, take no more than all of its cost; of those that would, the older ones count. */
export const costAllocationRuleKind = operatorKind<
  CostAllocationRuleSpec,
  Gathered,
  CostAllocationFragment
>({
  definition: costAllocationRule,
  sections: () => ['cost_allocation_rules'],
  keptIn: 'cost_allocation_rules',
  gather: (spec, lookup, referrer) =>
    missingReferences(costAllocationRule, spec, { lookup, referrer }),
  decide: decideRule,
  claims: ({ fragment }) => [shareOf(fragment as CostAllocationFragment)],
});

function decideRule(
  object: SourceObject,
  spec: CostAllocationRuleSpec,
  { missing }: Gathered,
): KindVerdict {
  const fragment: CostAllocationFragment = {
    source: sourceOf(object),
    id: object.name,
    name: spec.displayName ?? object.name,
    organization: spec.organizationId,
    team: spec.teamId,
    type: spec.allocationType,
    target: spec.allocationTarget,
    percent: String(spec.allocationPercent),
    metadata: spec.metadata ?? {},
  };
  const fragments = [{ section: 'cost_allocation_rules', fragment }];
  return missing.length > 0
    ? notAccepted('ReferenceNotFound', missing.join('; '), fragments)
    : accepted(fragments);
}

/** Percents have nine places at most. */
const PLACES = 1_000_000_000;

function shareOf({ organization, team, percent }: CostAllocationFragment): Claim {
  const whose = team === undefined ? 'what is left of every team' : `team "${team}"`;
  return {
    key: `cost ${organization ?? ''}/${team ?? ''}`,
    what: `with its ${percent} %, more than 100 % of the cost of ${whose} would be allocated, beside`,
    remedy: 'lower the percent of one of them, or delete one',
    organization,
    share: { amount: Math.round(Number(percent) * PLACES), of: 100 * PLACES },
  };
}
