import type { SettingsFragment } from '@aicp/contracts/snapshot/sections/policies';
import { controlPlane, type ControlPlaneSpec } from '@aicp/crds/control-plane';
import { z } from 'zod';
import { switchesView } from './switches.ts';
import { type Claim, operatorKind } from '../kit/operator-kind.ts';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import {
  foundIds,
  lookUpModels,
  missingModels,
  type LookedUpModel,
  type Lookup,
} from '../kit/lookup.ts';
import { ALL_ARE_PRICED, modelsWithoutPrice } from '../model/unpriced-models.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

/** The settings' fragment: without a default model where that does not exist. */
function decideControlPlane(
  object: SourceObject,
  spec: ControlPlaneSpec,
  { defaultModel, semanticModel, timeZoneExists }: ControlPlaneGathered,
): KindVerdict {
  if (!timeZoneExists) {
    const message = `spec.timeZone: "${spec.timeZone}" is no IANA time zone: write one such as Europe/Berlin`;
    return { ...notAccepted('Invalid', message), guards: guards(spec) };
  }
  const { maintenanceMode } = spec.features;
  const { decisionDays, usageDays } = spec.retention;
  const [model] = foundIds(defaultModel);
  const fragment: SettingsFragment = {
    source: sourceOf(object),
    features: { ...spec.features },
    defaultModel: model,
    environment: spec.environment,
    timeZone: spec.timeZone,
    globalRpmLimit: spec.globalRpmLimit,
    unpricedModelPolicy: spec.unpricedModelPolicy,
    retention: { decisionDays, usageDays },
    cache: cacheTerms(spec.cache, semanticModel),
    requireAuth: spec.requireAuth,
  };
  const fragments = [{ section: 'settings', fragment }];
  const wrong = wrongMode(semanticModel);
  if (wrong !== undefined) return notAccepted('Invalid', wrong, fragments);
  const missing = [
    ...missingModels('defaultModel', defaultModel),
    ...missingModels('cache.semantic.model', semanticModel),
  ];
  if (missing.length > 0) return notAccepted('ReferenceNotFound', missing.join('; '), fragments);
  return accepted(
    fragments,
    maintenanceMode ? ['maintenance mode: model requests are refused'] : [],
  );
}

/** Without the model that tells how alike texts are, equal requests alone are answered from the cache. */
function cacheTerms(
  { semantic, ...cache }: ControlPlaneSpec['cache'],
  semanticModel: readonly LookedUpModel[],
): SettingsFragment['cache'] {
  const terms = { ...cache, maxTemperature: Number(cache.maxTemperature) };
  const [model] = foundIds(semanticModel);
  if (!semantic || model === undefined || wrongMode(semanticModel) !== undefined) return terms;
  return { ...terms, semantic: { ...semantic, model, threshold: Number(semantic.threshold) } };
}

/** A sentence where a name stands for something that makes no embeddings; undefined: it does, or is not there. */
function wrongMode(references: readonly LookedUpModel[]): string | undefined {
  const wrong = references.find(({ found }) => found && found.mode !== 'embedding');
  return (
    wrong &&
    `cache.semantic.model: "${wrong.name}" makes no embeddings: name a Model with mode: embedding. Until then equal requests alone are answered from the cache.`
  );
}

const guards = ({ features, globalRpmLimit }: ControlPlaneSpec): boolean =>
  features.maintenanceMode || globalRpmLimit !== undefined;

/** What the ControlPlane refers to: its default model, and the time zones that this machine knows. */
interface ControlPlaneGathered {
  readonly defaultModel: readonly LookedUpModel[];
  /** The model that tells how alike texts are. */
  readonly semanticModel: readonly LookedUpModel[];
  readonly timeZoneExists: boolean;
}

function gatherControlPlane(
  spec: ControlPlaneSpec,
  lookup: Pick<Lookup, 'named' | 'unserved' | 'isTimeZone'>,
): ControlPlaneGathered {
  return {
    defaultModel: spec.defaultModel ? lookUpModels([spec.defaultModel], undefined, lookup) : [],
    semanticModel: spec.cache.semantic
      ? lookUpModels([spec.cache.semantic.model], undefined, lookup)
      : [],
    timeZoneExists: lookup.isTimeZone(spec.timeZone),
  };
}

export const controlPlaneKind = operatorKind<ControlPlaneSpec, ControlPlaneGathered>({
  definition: controlPlane,
  sections: () => ['settings'],
  keptIn: 'settings',
  claims: () => [SETTINGS],
  mayGuard: ({ features, globalRpmLimit }) => isOn(features) || globalRpmLimit !== undefined,
  gather: gatherControlPlane,
  decide: decideControlPlane,
  view: switchesView,
  remarks: modelsWithoutPrice,
  remarksFrom: ['models'],
  remarkCondition: ALL_ARE_PRICED,
});

const SETTINGS: Claim = {
  key: 'settings',
  what: 'the settings are those of',
  remedy: 'edit that one',
};

const isOn = (features: unknown): boolean =>
  withMaintenance.safeParse(features).data?.maintenanceMode === true;

const withMaintenance = z.object({ maintenanceMode: z.unknown() });
