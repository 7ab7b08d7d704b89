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
  { defaultModel, timeZoneExists }: ControlPlaneGathered,
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
    cache: { ...spec.cache, maxTemperature: Number(spec.cache.maxTemperature) },
    requireAuth: spec.requireAuth,
  };
  const fragments = [{ section: 'settings', fragment }];
  const missing = missingModels('defaultModel', defaultModel);
  if (missing.length > 0) return notAccepted('ReferenceNotFound', missing.join('; '), fragments);
  return accepted(
    fragments,
    maintenanceMode ? ['maintenance mode: model requests are refused'] : [],
  );
}

const guards = ({ features, globalRpmLimit }: ControlPlaneSpec): boolean =>
  features.maintenanceMode || globalRpmLimit !== undefined;

/** What the ControlPlane refers to: its default model, and the time zones that this machine knows. */
interface ControlPlaneGathered {
  readonly defaultModel: readonly LookedUpModel[];
  readonly timeZoneExists: boolean;
}

function gatherControlPlane(
  spec: ControlPlaneSpec,
  lookup: Pick<Lookup, 'named' | 'unserved' | 'isTimeZone'>,
): ControlPlaneGathered {
  return {
    defaultModel: spec.defaultModel ? lookUpModels([spec.defaultModel], undefined, lookup) : [],
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
