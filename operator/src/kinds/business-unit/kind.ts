import type { BusinessUnitFragment } from '@aicp/contracts/snapshot/sections/accounts';
import { businessUnit, type BusinessUnitSpec } from '@aicp/crds/business-unit';
import { maxBudgetFragments, whyMoneyIsFree } from '../budget/max-budget.ts';
import { accepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

/** A BusinessUnit as the admin service lists it, and its budget for the gateway, which takes its id from keys and teams. */
export const businessUnitKind = operatorKind<BusinessUnitSpec, Gathered>({
  definition: businessUnit,
  sections: () => ['business_units', 'budgets'],
  keptIn: 'business_units',
  mayGuard: ({ maxBudget }) => maxBudget !== undefined,
  gather: (spec, lookup) => ({ free: whyMoneyIsFree(spec, lookup) }),
  decide: decideBusinessUnit,
});

interface Gathered {
  readonly free: string | undefined;
}

function decideBusinessUnit(
  object: SourceObject,
  spec: BusinessUnitSpec,
  { free }: Gathered,
): KindVerdict {
  const fragment: BusinessUnitFragment = {
    source: sourceOf(object),
    id: object.name,
    organization: spec.organizationId,
    displayName: spec.displayName,
    slug: spec.slug,
  };
  const { organizationId: organization, displayName, maxBudget } = spec;
  const budget = maxBudgetFragments(
    object,
    { maxBudget },
    { scope: 'business_unit', organization, displayName },
  );
  const guards = maxBudget !== undefined;
  return {
    ...accepted([{ section: 'business_units', fragment }, ...budget]),
    guards,
    unenforced: free,
  };
}
