import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import { nanoUsdOf } from '@aicp/contracts/budgets/usd-text';
import { budget, type BudgetSpec } from '@aicp/crds/budget';
import { accepted, notAccepted, notEnforced, type KindVerdict } from '../kit/kind-verdict.ts';
import { lookUpModels, type LookedUpModel } from '../kit/lookup.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';
import { moneyWindowOf, thresholds } from './max-budget.ts';
import { whyUnblocked, whyUncounted } from '../control-plane/switches.ts';

/** What a Budget refers to, and what the settings say of money. */
interface Gathered {
  readonly missing: readonly string[];
  /** The model that it names, where it names one, and the model that serves instead. */
  readonly limited: LookedUpModel | undefined;
  readonly cheaper: LookedUpModel | undefined;
  readonly uncounted: string | undefined;
  readonly unblocked: string | undefined;
}

/** A Budget. One of whom there is none yet limits it from the moment on at which there is. */
export const budgetKind = operatorKind<BudgetSpec, Gathered, BudgetFragment>({
  definition: budget,
  sections: () => ['budgets'],
  keptIn: 'budgets',
  mayGuard: ({ action }) => action !== 'warn',
  gather: (spec, lookup, object) => ({
    missing: missingReferences(budget, spec, { lookup, referrer: object }).missing,
    limited: lookUpModels(limitedModelOf(spec), spec.organizationId, lookup)[0],
    cheaper: lookUpModels(asList(spec.downgradeTo), spec.organizationId, lookup)[0],
    uncounted: whyUncounted(lookup),
    unblocked: whyUnblocked(lookup),
  }),
  decide: decideBudget,
});

const asList = (name: string | undefined): readonly string[] => (name === undefined ? [] : [name]);

const limitedModelOf = ({ entityType, entityId }: BudgetSpec): readonly string[] =>
  entityType === 'model' ? asList(entityId) : [];

function decideBudget(object: SourceObject, spec: BudgetSpec, gathered: Gathered): KindVerdict {
  const guards = spec.action !== 'warn';
  const fault = faultOf(gathered);
  if (fault !== undefined) return { ...notAccepted('Invalid', fault), guards };
  if (gathered.uncounted !== undefined) return notEnforced(gathered.uncounted, guards);
  const fragments = [{ section: 'budgets', fragment: fragmentOf(object, spec, gathered) }];
  const verdict =
    gathered.missing.length > 0
      ? notAccepted('ReferenceNotFound', gathered.missing.join('; '), fragments)
      : accepted(fragments);
  return { ...verdict, guards, unenforced: guards ? gathered.unblocked : undefined };
}

/** What is wrong with values that the schema takes. */
function faultOf({ limited, cheaper }: Gathered): string | undefined {
  if (limited?.found?.type === 'model_group') {
    return `spec.entityId: "${limited.name}" is a model group, and what is counted is the model that serves: name that`;
  }
  if (cheaper?.found?.type === 'model_group') {
    return `spec.downgradeTo: "${cheaper.name}" is a model group: name the one model that serves instead`;
  }
  return undefined;
}

function fragmentOf(
  object: SourceObject,
  spec: BudgetSpec,
  { limited, cheaper }: Gathered,
): BudgetFragment {
  const { monthlyLimit, limitUsd = 0, temporaryIncrease: more } = spec;
  return {
    source: sourceOf(object),
    id: object.name,
    displayName: spec.displayName,
    organization: spec.organizationId,
    scope: spec.entityType,
    value: idOf(limited, spec.entityId),
    window: moneyWindowOf(spec.window),
    ...thresholds(monthlyLimit ?? limitUsd, spec.softLimitPercent, spec.hardLimitPercent),
    action: spec.action,
    downgradeTo: idOf(cheaper, spec.downgradeTo),
    increase: more && { amount: String(nanoUsdOf(more.amountUsd)), expiresAt: more.expiresAt },
    alertEmail: spec.alertEmail,
  };
}

/** What is not there is called as it is named, until it comes. */
const idOf = (model: LookedUpModel | undefined, name: string | undefined): string | undefined =>
  model?.found?.id ?? name;
