import type { SettingsFragment } from '@aicp/contracts/snapshot/fragments';
import type { ControlPlaneSpec } from '@aicp/crds/control-plane';
import { accepted, refused, type Decision } from '../decision.ts';
import { sourceOf, type SourceObject } from '../source-object.ts';
import { foundIds, missingNames } from '../world.ts';
import type { ControlPlaneGathered } from './gather.ts';

/** The settings' fragment: without a default model where that does not exist. */
export function decideControlPlane(
  object: SourceObject,
  spec: ControlPlaneSpec,
  { defaultModel, timeZoneExists }: ControlPlaneGathered,
): Decision {
  if (!timeZoneExists) {
    const message = `spec.timeZone: "${spec.timeZone}" is no IANA time zone: write one such as Europe/Berlin`;
    return { ...refused('Invalid', message), opens: spec.features.maintenanceMode };
  }
  const { routingPolicies, costTracking, maintenanceMode } = spec.features;
  const [model] = foundIds(defaultModel);
  const fragment: SettingsFragment = {
    source: sourceOf(object),
    features: { routingPolicies, costTracking, maintenanceMode },
    defaultModel: model,
    environment: spec.environment,
    timeZone: spec.timeZone,
    retention: { decisionDays: spec.retention.decisionDays },
  };
  const placed = [{ section: 'settings', fragment }];
  const missing = missingNames('defaultModel', defaultModel);
  if (missing.length > 0) return refused('ReferenceNotFound', missing.join('; '), placed);
  return accepted(placed, maintenanceMode ? ['maintenance mode: model requests are refused'] : []);
}
