import type { PromptVersionSpec } from '@aicp/crds/prompt-version';
import { viewsOf, type ViewOf, type Views } from '../kit/lookup.ts';
import type { ViewedKind } from '../kit/operator-kind.ts';

/** Which version of a prompt; without an organization, the platform's. */
type Version = Pick<PromptVersionSpec, 'prompt' | 'version' | 'organizationId'>;

const versionAt = viewsOf('PromptVersion') as ViewOf<string>;

/** Name of the oldest PromptVersion of the platform, or of an organization, that holds this version of a prompt. */
export const holderOf = (views: Views, version: Version): string | undefined =>
  versionAt(views, keyOf(version));

export const versionView: ViewedKind<PromptVersionSpec> = {
  keyOf: (_object, spec) => spec && keyOf(spec),
  of: ({ object }) => object.name,
};

const keyOf = ({ organizationId = '', prompt, version }: Version): string =>
  JSON.stringify([organizationId, prompt, version]);
