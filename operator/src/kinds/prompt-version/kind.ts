import { promptVersion, type PromptVersionSpec } from '@aicp/crds/prompt-version';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences } from '../kit/references.ts';
import type { SourceObject } from '../kit/source-object.ts';
import { holderOf, versionView } from './version-view.ts';

/** What a PromptVersion refers to, and who else is that version. */
interface Gathered {
  readonly missing: readonly string[];
  /** Name of the oldest PromptVersion with this number of this prompt. */
  readonly holder: string | undefined;
}

/** A PromptVersion adds nothing to a snapshot; of two with the same number of the same prompt, the older counts. */
export const promptVersionKind = operatorKind<PromptVersionSpec, Gathered>({
  definition: promptVersion,
  sections: () => [],
  gather: (spec, lookup, referrer) => ({
    missing: missingReferences(promptVersion, spec, { lookup, referrer }).missing,
    holder: holderOf(lookup, spec),
  }),
  decide: decidePromptVersion,
  view: versionView,
});

function decidePromptVersion(
  object: SourceObject,
  { prompt, version }: PromptVersionSpec,
  { holder, missing }: Gathered,
): KindVerdict {
  if (holder !== undefined && holder !== object.name) {
    return notAccepted(
      'Conflicted',
      `version ${version} of "${prompt}" is already PromptVersion/${holder}, which is older: delete one of the two`,
    );
  }
  return missing.length > 0 ? notAccepted('ReferenceNotFound', missing.join('; ')) : accepted([]);
}
