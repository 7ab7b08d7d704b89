import type { PromptVersionSpec } from '@aicp/crds/prompt-version';
import { accepted, refused, type Decision } from '../decision.ts';
import type { SourceObject } from '../source-object.ts';
import type { PromptVersionGathered } from './gather.ts';

/** A PromptVersion adds nothing to a snapshot; of two with the same number of the same prompt, the older counts. */
export function decidePromptVersion(
  object: SourceObject,
  { prompt, version }: PromptVersionSpec,
  { holder, missing }: PromptVersionGathered,
): Decision {
  if (holder !== undefined && holder !== object.name) {
    return refused(
      'Conflicted',
      `version ${version} of "${prompt}" is already PromptVersion/${holder}, which is older: delete one of the two`,
    );
  }
  return missing.length > 0 ? refused('ReferenceNotFound', missing.join('; ')) : accepted([]);
}
