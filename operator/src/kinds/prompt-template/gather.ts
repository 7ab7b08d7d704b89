import type { PromptTemplateSpec } from '@aicp/crds/prompt-template';
import { missingObjects, referencesTo } from '../references.ts';
import type { SourceObject } from '../source-object.ts';
import { missingNames, refer, type World } from '../world.ts';

/** Sentences on what a PromptTemplate refers to and does not exist: its organization, its model and the version that is rendered. */
export interface PromptTemplateGathered {
  readonly missing: readonly string[];
}

export function gatherPromptTemplate(
  { organizationId, modelHint, servedVersion }: PromptTemplateSpec,
  world: Pick<World, 'named' | 'unserved' | 'referred' | 'promptVersion'>,
  { name }: Pick<SourceObject, 'name'>,
): PromptTemplateGathered {
  const owner = referencesTo('Organization', 'organizationId', organizationId);
  const hasVersion =
    servedVersion === undefined || world.promptVersion(name, servedVersion) !== undefined;
  return {
    missing: [
      ...missingObjects(owner, organizationId, world),
      ...missingNames('modelHint', refer(modelHint ? [modelHint] : [], organizationId, world)),
      ...(hasVersion
        ? []
        : [
            `servedVersion: no PromptVersion is version ${servedVersion}: approve it, or name another`,
          ]),
    ],
  };
}
