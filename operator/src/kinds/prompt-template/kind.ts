import type { PromptFragment, PromptVersionTerms } from '@aicp/contracts/snapshot/sections/prompts';
import { isDeepStrictEqual } from 'node:util';
import { promptTemplate, type PromptTemplateSpec } from '@aicp/crds/prompt-template';
import { z } from 'zod';
import {
  accepted,
  notAccepted,
  type KindVerdict,
  type SectionFragment,
} from '../kit/kind-verdict.ts';
import type { Views } from '../kit/lookup.ts';
import { operatorKind, type Claim } from '../kit/operator-kind.ts';
import { missingReferences } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';
import { environmentOf } from '../control-plane/switches.ts';
import { termsOf, versionsOf } from '../prompt-version/version-view.ts';
import { toldVersions } from './told-versions.ts';

const SECTION = 'prompts';

interface Gathered {
  /** Sentences on what it names beside versions, and does not exist. */
  readonly missing: readonly string[];
  /** Of versions of one number, the oldest. */
  readonly versions: readonly PromptVersionTerms[];
  /** Where this installation stands: the only pin that acts here is the one for it. */
  readonly environment: string | undefined;
}

/**
 * A PromptTemplate, for the gateways: its approved versions, and the text at hand. One that serves or pins a version that does not exist
 * has nothing new told. The admin service reads the object itself.
 */
export const promptTemplateKind = operatorKind<PromptTemplateSpec, Gathered, PromptFragment>({
  definition: promptTemplate,
  sections: () => [SECTION],
  keptIn: SECTION,
  claims: ({ fragment }) => claimsOf(fragment as PromptFragment),
  keep: (fragment, { object }) =>
    organizationIn(object.spec) === fragment.organization ? [{ section: SECTION, fragment }] : [],
  gather: (spec, lookup, object) => ({
    missing: missingReferences(promptTemplate, spec, { lookup, referrer: object }).missing,
    versions: ownVersions(spec, lookup, object),
    environment: environmentOf(lookup),
  }),
  decide: decidePrompt,
});

/** A version of a prompt that had this name before, and is gone, is none of this one. One from Git may have no owner. */
function ownVersions(
  { organizationId }: PromptTemplateSpec,
  lookup: Views,
  { name, uid }: Pick<SourceObject, 'name' | 'uid'>,
): PromptVersionTerms[] {
  const byNumber = new Map<number, PromptVersionTerms>();
  for (const { ownedBy, terms } of versionsOf(lookup, { prompt: name, organizationId })) {
    const isOwn = ownedBy === undefined || ownedBy.includes(uid);
    if (isOwn && !byNumber.has(terms.version)) byNumber.set(terms.version, terms);
  }
  return [...byNumber.values()];
}

/** What nothing is told of, gateways and the admin service do not serve either: only what stands in the snapshot, or is rightly absent, is read. */
function decidePrompt(
  object: SourceObject,
  spec: PromptTemplateSpec,
  gathered: Gathered,
): KindVerdict {
  const verdict = judged(object, spec, gathered);
  return { ...verdict, isRead: verdict.reason === 'Accepted' || verdict.fragments.length > 0 };
}

/**
 * A pin for this installation that names no approved version is Invalid: what was pinned before goes on, where another version would be
 * served without it. Pins for other environments are worth a note alone.
 */
function judged(
  object: SourceObject,
  spec: PromptTemplateSpec,
  { missing, versions, environment }: Gathered,
): KindVerdict {
  const { servedVersion, environments = {} } = spec;
  const numbers = new Set(versions.map(({ version }) => version));
  const unserved =
    servedVersion === undefined || numbers.has(servedVersion)
      ? []
      : [unapproved('servedVersion', servedVersion)];
  const pins = Object.entries(environments).filter(([, version]) => !numbers.has(version));
  const [wrong, elsewhere] = [true, false].map((isHere) =>
    pins
      .filter(([name]) => (name === environment) === isHere)
      .map(([name, version]) => unapproved(`environments.${name}`, version)),
  ) as [string[], string[]];
  const problems = [...missing, ...unserved, ...wrong].join('; ');
  if (wrong.length > 0) return notAccepted('Invalid', problems);
  if (unserved.length > 0) return notAccepted('ReferenceNotFound', problems);
  const fragments = fragmentsOf(object, spec, versions);
  return missing.length > 0
    ? notAccepted('ReferenceNotFound', problems, fragments)
    : accepted(fragments, [...edited(spec, versions), ...elsewhere]);
}

/** An approved prompt whose text is not the approved one: it was written beside the API, which makes a draft of an edit. */
function edited(spec: PromptTemplateSpec, versions: readonly PromptVersionTerms[]): string[] {
  const { state, servedVersion } = spec;
  const served = versions.find(({ version }) => version === servedVersion);
  if (state !== 'approved' || served === undefined) return [];
  const [text, approved] = [termsOf(spec), served].map((one) => ({ ...one, version: 0 }));
  return isDeepStrictEqual(text, approved)
    ? []
    : [
        `nobody approved the text of spec: version ${served.version} is served, which has another one; hand the text in by POST /api/v1/prompts/{id}/submit-review, or go back by /rollback`,
      ];
}

/** Versions are named by their numbers, which no field of another kind declares. */
const unapproved = (field: string, version: number): string =>
  `${field}: no PromptVersion is version ${version}: approve it, or name another`;

/** What gateways are told: nothing of a prompt that is archived. */
function fragmentsOf(
  object: SourceObject,
  spec: PromptTemplateSpec,
  versions: readonly PromptVersionTerms[],
): SectionFragment[] {
  const { state, slug, organizationId, servedVersion, environments } = spec;
  if (state === 'archived') return [];
  const needed = new Set([servedVersion ?? 0, ...Object.values(environments ?? {})]);
  const fragment: PromptFragment = {
    source: sourceOf(object),
    id: object.name,
    organization: organizationId,
    ...(slug === undefined ? {} : { slug }),
    ...(servedVersion === undefined ? {} : { served: servedVersion }),
    ...(environments === undefined ? {} : { environments }),
    versions: toldVersions(versions, needed),
    ...(state === 'approved' ? {} : { draft: termsOf(spec) }),
  };
  return [{ section: SECTION, fragment }];
}

/** Requests name a prompt by its id or its slug: no other prompt of its owner has either. */
const claimsOf = ({ id, slug = id, organization }: PromptFragment): Claim[] =>
  [...new Set([id, slug])].map((name) => ({
    organization,
    key: JSON.stringify(['prompt', organization ?? '', name]),
    what: `"${name}" is already the name or the slug of`,
    remedy: 'choose another slug, or delete one of the two',
  }));

const ofSomebody = z
  .object({ organizationId: z.string().optional().catch(undefined) })
  .catch({ organizationId: undefined });

/** Whose a prompt is, of which the rest may be unreadable. */
const organizationIn = (spec: unknown): string | undefined => ofSomebody.parse(spec).organizationId;
