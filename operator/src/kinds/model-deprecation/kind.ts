import type { DeprecationFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { modelDeprecation, type ModelDeprecationSpec } from '@aicp/crds/model-deprecation';
import { type Claim, operatorKind } from '../kit/operator-kind.ts';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import {
  foundIds,
  lookUpModels,
  missingModels,
  type LookedUpModel,
  type Lookup,
} from '../kit/lookup.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';
import { deprecationView } from './deprecation-view.ts';

/** The announced end of a model. It stands also where the model is gone already: its requests are then told, or rerouted. */
function decideModelDeprecation(
  object: SourceObject,
  spec: ModelDeprecationSpec,
  { model, replacement }: ModelDeprecationGathered,
): KindVerdict {
  const dates = readDates(spec);
  if ('problem' in dates) return notAccepted('Invalid', dates.problem);
  const [instead] = foundIds(replacement);
  const fragment: DeprecationFragment = {
    source: sourceOf(object),
    id: object.name,
    organization: spec.organizationId,
    model: spec.modelName,
    replacement: instead,
    deprecatedAt: dates.deprecationDate ?? object.created,
    sunsetAt: dates.sunsetDate,
    message: spec.message,
    autoReroute: spec.autoReroute,
  };
  const fragments = [{ section: 'deprecations', fragment }];
  const problems = [
    ...missingModels('modelName', model),
    ...missingModels('replacementModel', replacement),
  ];
  if (problems.length > 0) return notAccepted('ReferenceNotFound', problems.join('; '), fragments);
  return accepted(fragments);
}

interface Dates {
  readonly deprecationDate: string | undefined;
  readonly sunsetDate: string | undefined;
}

/** The first moments of both dates; a day begins at 00:00 UTC. */
function readDates(spec: ModelDeprecationSpec): Dates | { readonly problem: string } {
  for (const field of ['deprecationDate', 'sunsetDate'] as const) {
    const text = spec[field];
    if (text !== undefined && Number.isNaN(Date.parse(text))) {
      return { problem: `spec.${field}: there is no such day as "${text}": write another date` };
    }
  }
  const deprecationDate = momentOf(spec.deprecationDate);
  const sunsetDate = momentOf(spec.sunsetDate);
  if (deprecationDate !== undefined && sunsetDate !== undefined && sunsetDate < deprecationDate) {
    return { problem: 'spec.sunsetDate: it comes before deprecationDate: change one of the two' };
  }
  return { deprecationDate, sunsetDate };
}

const momentOf = (date: string | undefined): string | undefined =>
  date === undefined ? undefined : new Date(date).toISOString();

/** The two models that a ModelDeprecation names. */
interface ModelDeprecationGathered {
  readonly model: readonly LookedUpModel[];
  readonly replacement: readonly LookedUpModel[];
}

function gatherModelDeprecation(
  { modelName, replacementModel, organizationId }: ModelDeprecationSpec,
  lookup: Pick<Lookup, 'named' | 'unserved'>,
): ModelDeprecationGathered {
  return {
    model: lookUpModels([modelName], organizationId, lookup),
    replacement: lookUpModels(replacementModel ? [replacementModel] : [], organizationId, lookup),
  };
}

export const modelDeprecationKind = operatorKind<ModelDeprecationSpec, ModelDeprecationGathered>({
  definition: modelDeprecation,
  sections: () => ['deprecations'],
  keptIn: 'deprecations',
  claims: ({ fragment }) => [claimOf(fragment as DeprecationFragment)],
  gather: gatherModelDeprecation,
  decide: decideModelDeprecation,
  view: deprecationView,
});

const claimOf = ({ organization = '', model }: DeprecationFragment): Claim => ({
  organization: organization === '' ? undefined : organization,
  key: JSON.stringify(['deprecation', organization, model]),
  what: `the end of "${model}" is already announced by`,
  remedy: 'delete one of the two',
});
