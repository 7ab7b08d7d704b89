import type { AllowedModelsFragment } from '@aicp/contracts/snapshot/fragments';
import type { Placed } from './decision.ts';
import { sourceOf, type SourceObject } from './source-object.ts';

/** The list of models of an organization or a team, for the gateway; nothing where it allows all. */
export function placeAllowedModels(
  section: 'organization_models' | 'team_models',
  object: SourceObject,
  allowedModels: readonly string[] = [],
): Placed[] {
  if (allowedModels.length === 0) return [];
  const fragment: AllowedModelsFragment = {
    source: sourceOf(object),
    id: object.name,
    allowedModels: [...allowedModels],
  };
  return [{ section, fragment }];
}
