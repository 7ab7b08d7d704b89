import { promptTemplate, type PromptTemplateSpec } from '@aicp/crds/prompt-template';
import { readAsItIs } from '../kit/kind-verdict.ts';
import type { Views } from '../kit/lookup.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences, type Missing } from '../kit/references.ts';
import type { SourceObject } from '../kit/source-object.ts';
import { holderOf } from '../prompt-version/version-view.ts';

/** A PromptTemplate adds nothing to a snapshot: the admin service reads the object itself. */
export const promptTemplateKind = operatorKind<PromptTemplateSpec, Pick<Missing, 'missing'>>({
  definition: promptTemplate,
  sections: () => [],
  gather: (spec, lookup, object) => ({
    missing: [
      ...missingReferences(promptTemplate, spec, { lookup, referrer: object }).missing,
      ...missingVersion(spec, lookup, object),
    ],
  }),
  decide: (_object, _spec, { missing }) => readAsItIs(missing),
});

/** The version that is rendered is named by its number, which no field of another kind declares. */
function missingVersion(
  { organizationId, servedVersion }: PromptTemplateSpec,
  lookup: Views,
  { name }: Pick<SourceObject, 'name'>,
): string[] {
  const isThere =
    servedVersion === undefined ||
    holderOf(lookup, { prompt: name, version: servedVersion, organizationId }) !== undefined;
  return isThere
    ? []
    : [`servedVersion: no PromptVersion is version ${servedVersion}: approve it, or name another`];
}
