import { shareOf } from '@aicp/contracts/abtests/assign';
import type { AbTestFragment } from '@aicp/contracts/snapshot/sections/abtests';
import { abtest, type ABTestSpec } from '@aicp/crds/abtest';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { lookUpModels, type LookedUpModel } from '../kit/lookup.ts';
import { operatorKind, type Claim } from '../kit/operator-kind.ts';
import { missingReferences } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

/** What an ABTest refers to. */
interface Gathered {
  readonly missing: readonly string[];
  readonly base: LookedUpModel | undefined;
  readonly variant: LookedUpModel | undefined;
}

/** An ABTest. Its last good form is not kept: where it cannot be read, the base model serves. */
export const abtestKind = operatorKind<ABTestSpec, Gathered, AbTestFragment>({
  definition: abtest,
  sections: () => ['abtests'],
  claims: ({ fragment }) => [claimOf(fragment as AbTestFragment)],
  gather: (spec, lookup, object) => {
    const names = [spec.baseModel, spec.variantModel];
    const [base, variant] = lookUpModels(names, spec.organizationId, lookup);
    const { missing } = missingReferences(abtest, spec, { lookup, referrer: object });
    return { missing, base, variant };
  },
  decide: decideABTest,
});

function decideABTest(
  object: SourceObject,
  spec: ABTestSpec,
  { missing, base, variant }: Gathered,
): KindVerdict {
  if (missing.length > 0) return notAccepted('ReferenceNotFound', missing.join('; '));
  const fault = faultOf(base, variant);
  if (fault !== undefined) return notAccepted('Invalid', fault);
  const { state } = spec;
  if (state !== 'running' && state !== 'promoted') {
    return accepted([], [`${state}: the base model serves all its requests`]);
  }
  if (!base?.found || !variant?.found) return accepted([], [NOT_SERVED]);
  const fragment: AbTestFragment = {
    source: sourceOf(object),
    id: object.name,
    organization: spec.organizationId,
    base: base.found.id,
    variant: variant.found.id,
    state,
    share: shareOf(Number(spec.trafficSplitPercent)),
    stickyBy: spec.stickyBy,
  };
  const fragments = [{ section: 'abtests', fragment }];
  const notes =
    state === 'promoted' ? ['promoted: the variant serves all requests for the base model'] : [];
  return accepted(fragments, notes);
}

const NOT_SERVED = 'one of the two models is switched off: nothing is tried until both are served';

/** What is wrong with two models that exist. */
function faultOf(base?: LookedUpModel, variant?: LookedUpModel): string | undefined {
  for (const [field, one] of [
    ['baseModel', base],
    ['variantModel', variant],
  ] as const) {
    if (one?.found?.type !== 'model_group') continue;
    return `spec.${field}: "${one.name}" is a model group, and a test compares two models: name one of its members`;
  }
  if (base?.found === undefined || base.found.id !== variant?.found?.id) return undefined;
  return `spec.variantModel: "${variant.name}" and "${base.name}" are the same model: name another one`;
}

/** A promoted test is one of those that hold a base model, as it decides on all requests for it. */
const claimOf = ({ organization, base }: AbTestFragment): Claim => ({
  organization,
  key: JSON.stringify(['abtest', organization ?? '', base]),
  what: 'another test that is running or promoted has the same base model:',
  remedy: 'end that one first, or delete it',
});
