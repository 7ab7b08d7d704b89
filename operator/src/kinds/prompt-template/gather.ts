import type { PromptTemplateSpec } from '@aicp/crds/prompt-template';
import type { SourceObject } from '../source-object.ts';
import { missingNames, refer, type World } from '../world.ts';

/** Sentences on what a PromptTemplate refers to and does not exist: its model and the version that is rendered. */
export interface PromptTemplateGathered {
  readonly missing: readonly string[];
}

export function gatherPromptTemplate(
  { organizationId, modelHint, servedVersion }: PromptTemplateSpec,
  world: Pick<World, 'named' | 'unserved' | 'promptVersion'>,
  { name }: Pick<SourceObject, 'name'>,
): PromptTemplateGathered {
  const hasVersion =
    servedVersion === undefined ||
    world.promptVersion(name, servedVersion, organizationId) !== undefined;
  return {
    missing: [
      ...missingNames('modelHint', refer(modelHint ? [modelHint] : [], organizationId, world)),
      ...(hasVersion
        ? []
        : [
            `servedVersion: no PromptVersion is version ${servedVersion}: approve it, or name another`,
          ]),
    ],
  };
}
