import type { Referrer } from '@aicp/common/kubernetes/reserved-secret';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { namesAt, valuesAt, type Reference } from '@aicp/crds/kit/references';
import { credentialAt, type SecretRef } from './credential.ts';
import { lookUpModels, mayName, missingModels, type Lookup } from './lookup.ts';

/** Sentences on what an object names and does not exist. */
export interface Missing {
  /** Objects, then models and groups. */
  readonly missing: readonly string[];
  readonly missingSecrets: readonly string[];
}

export type ReferenceLookup = Pick<Lookup, 'named' | 'unserved' | 'referred' | 'secret'>;

/**
 * Looks up all that a spec names, by what the fields of its kind declare. Its organization is not among that: whom an object belongs to
 * is resolved for all kinds at once; an Organization names what is its own.
 */
export function missingReferences(
  { references }: Pick<KindDefinition, 'references'>,
  spec: object,
  { lookup, referrer }: { readonly lookup: ReferenceLookup; readonly referrer: Referrer },
): Missing {
  const { organizationId } = spec as { readonly organizationId?: string };
  const organization = referrer.kind === 'Organization' ? referrer.name : organizationId;
  const of = (kind: (to: string) => boolean): readonly Reference[] =>
    references.filter(({ to, path }) => kind(to) && path !== 'organizationId');
  const objects = of((to) => to !== 'Model' && to !== 'Secret');
  const models = of((to) => to === 'Model');
  return {
    missing: [
      ...objects.flatMap((one) => missingObjects(one, spec, { organization, lookup })),
      ...models.flatMap((one) =>
        missingModels(one.field, lookUpModels(exactNames(spec, one), organization, lookup)),
      ),
    ],
    missingSecrets: of((to) => to === 'Secret').flatMap((one) =>
      valuesAt(spec, one).flatMap((ref) => {
        const credential = credentialAt(ref as SecretRef, lookup, referrer);
        return credential.state === 'missing' ? [`${one.field}: ${credential.why}`] : [];
      }),
    ),
  };
}

/** A prefix ending in `*` names no model by itself. */
const exactNames = (spec: object, reference: Reference): string[] =>
  namesAt(spec, reference).filter((name) => !name.endsWith('*'));

/**
 * A sentence for each object that does not exist for an object of `organization`. What belongs to another organization is said to be
 * missing in the same words: nobody is told what others have.
 */
function missingObjects(
  reference: Reference,
  spec: object,
  { organization, lookup }: { organization: string | undefined; lookup: Pick<Lookup, 'referred'> },
): string[] {
  const { field, to } = reference;
  return namesAt(spec, reference).flatMap((name) => {
    const found = lookup.referred(to, name);
    if (!found || !mayName(to, organization, found.organization)) {
      return [`${field}: ${notThere(to, name, organization)}`];
    }
    return found.isOwned ? [] : [`${field}: ${to} "${name}" acts on nothing, see its conditions`];
  });
}

/** That an object is not there for one of `organization`, and what to do about it. */
export const notThere = (kind: string, name: string, organization: string | undefined): string =>
  organization === undefined
    ? `${kind} "${name}" does not exist: create it, or take it out`
    : `${kind} "${name}" does not exist in Organization "${organization}": create it there, or name another`;
