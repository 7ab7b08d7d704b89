import type { PromptVersionTerms } from '@aicp/contracts/snapshot/sections/prompts';
import type { PromptVersionSpec } from '@aicp/crds/prompt-version';
import { viewsOf, type ViewOf, type Views } from '../kit/lookup.ts';
import type { Seen, ViewedKind } from '../kit/operator-kind.ts';

/** Whose prompt; without an organization, the platform's. */
type Whose = Pick<PromptVersionSpec, 'prompt' | 'organizationId'>;

/** A PromptVersion as its prompt sees it. */
export interface VersionView {
  /** metadata.name. */
  readonly name: string;
  /** metadata.uid of what it goes with; absent: of nothing. */
  readonly ownedBy: readonly string[] | undefined;
  readonly terms: PromptVersionTerms;
}

const versionsAt = viewsOf('PromptVersion') as ViewOf<readonly VersionView[]>;

/** The versions of a prompt of the platform, or of an organization, oldest object first. */
export const versionsOf = (views: Views, whose: Whose): readonly VersionView[] =>
  versionsAt(views, keyOf(whose)) ?? [];

/** Name of the oldest PromptVersion that holds this version of a prompt. */
export const holderOf = (
  views: Views,
  whose: Whose & Pick<PromptVersionSpec, 'version'>,
): string | undefined =>
  versionsOf(views, whose).find(({ terms }) => terms.version === whose.version)?.name;

export const versionView: ViewedKind<PromptVersionSpec> = {
  isList: true,
  keyOf: (_object, spec) => spec && keyOf(spec),
  of: ({ object, spec }: Seen<PromptVersionSpec>): VersionView | undefined =>
    spec && { name: object.name, ownedBy: object.ownedBy, terms: termsOf(spec) },
};

/** What a gateway has to know of a text. */
export const termsOf = ({
  version,
  templateText,
  variables,
  modelHint,
}: Pick<
  PromptVersionSpec,
  'version' | 'templateText' | 'variables' | 'modelHint'
>): PromptVersionTerms => ({
  version,
  templateText,
  ...(variables === undefined ? {} : { variables }),
  ...(modelHint === undefined ? {} : { modelHint }),
});

const keyOf = ({ organizationId = '', prompt }: Whose): string =>
  JSON.stringify([organizationId, prompt]);
