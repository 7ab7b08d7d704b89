import type { PromptVersionSpec } from '@aicp/crds/prompt-version';
import { missingObjects, referencesTo } from '../references/object-references.ts';
import { missingNames, refer, type World } from '../world.ts';

/** What a PromptVersion refers to, and who else is that version. */
export interface PromptVersionGathered {
  readonly missing: readonly string[];
  /** Name of the oldest PromptVersion with this number of this prompt. */
  readonly holder: string | undefined;
}

export function gatherPromptVersion(
  { organizationId, prompt, version, modelHint }: PromptVersionSpec,
  world: Pick<World, 'named' | 'unserved' | 'referred' | 'promptVersion'>,
): PromptVersionGathered {
  const references = referencesTo('PromptTemplate', 'prompt', prompt);
  return {
    missing: [
      ...missingObjects(references, organizationId, world),
      ...missingNames('modelHint', refer(modelHint ? [modelHint] : [], organizationId, world)),
    ],
    holder: world.promptVersion(prompt, version, organizationId),
  };
}
