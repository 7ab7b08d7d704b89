import { termsOfDetector } from '@aicp/contracts/guardrails/terms/guardrail-terms';
import type { DetectorFragment, DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { detector, type DetectorSpec } from '@aicp/crds/detector';
import { z } from 'zod';
import { faultsOf } from '../kit/faults-of.ts';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { viewsOf, type ViewOf } from '../kit/lookup.ts';
import { operatorKind, type Seen } from '../kit/operator-kind.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

const SECTION = 'detectors';

/**
 * A Detector. The fragments of Guardrails hold what it looks for; its own is there so that its last good form is not lost. While it is left
 * out nothing passes for that: the guardrails that name it cannot judge, and what becomes of requests is their word.
 */
export const detectorKind = operatorKind<DetectorSpec, null, DetectorFragment>({
  definition: detector,
  sections: () => [SECTION],
  keptIn: SECTION,
  keep: (fragment, { object }) => (isOf(object, fragment) ? [{ section: SECTION, fragment }] : []),
  gather: () => null,
  decide: decideDetector,
  view: { isOfFragment: true, keyOf: ({ name }) => name, of: viewDetector },
});

function decideDetector(object: SourceObject, spec: DetectorSpec): KindVerdict {
  const faults = faultsOf(detector.kind, spec);
  if (faults.length > 0) return notAccepted('Invalid', faults.join('; '));
  const fragment: DetectorFragment = {
    source: sourceOf(object),
    organization: spec.organizationId,
    terms: termsOfDetector(object.name, spec),
  };
  return accepted([{ section: SECTION, fragment }], notesOn(spec));
}

const notesOn = ({ detectorType, config }: DetectorSpec): string[] =>
  (config.patterns ?? []).length > 0
    ? []
    : [
        `everything of the type ${detectorType} is flagged, since no pattern says what else happens`,
      ];

function viewDetector({
  object,
  spec,
  isUsable,
  lastGood,
}: Seen<DetectorSpec>): DetectorTerms | undefined {
  if (spec && isUsable()) return termsOfDetector(object.name, spec);
  const kept = lastGood() as DetectorFragment | undefined;
  return kept && isOf(object, kept) ? kept.terms : undefined;
}

/** A form that was of somebody else, such as the platform, looks for nothing on behalf of who has the detector now. */
const isOf = ({ spec }: SourceObject, kept: DetectorFragment): boolean =>
  kept.organization === ofSomebody.parse(spec).organizationId;

const ofSomebody = z
  .object({ organizationId: z.string().optional().catch(undefined) })
  .catch({ organizationId: undefined });

/** What a Detector looks for, by its name; undefined where there is none that can be used. */
export const detectorView = viewsOf('Detector') as ViewOf<DetectorTerms>;
