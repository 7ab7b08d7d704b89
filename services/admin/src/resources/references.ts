import type { KindDefinition } from '@aicp/crds/kit/kind';
import { withNamesAt } from '@aicp/crds/kit/references';
import { kindNamed } from '@aicp/crds/kinds';
import type { Spec } from './collection.ts';
import type { ObjectStore } from './store.ts';
import type { StoredObject } from './stored-object.ts';

/** The fields that were sent, and the spec that they go into. */
interface Fields {
  readonly sent: Spec;
  readonly whole: Spec;
}

/**
 * The fields that were sent, with names in place of slugs wherever an object has that slug. What does not exist stays as it is. What the
 * fields name is looked for in the organization of the whole spec first.
 */
export function withNames(
  store: ObjectStore,
  { references }: KindDefinition,
  { sent, whole }: Fields,
): Spec {
  const organization = nameOf(store, 'Organization', { value: whole['organizationId'] });
  return references
    .filter(({ to }) => hasSlugs(to))
    .reduce(
      (spec, reference) =>
        withNamesAt(spec, reference, {
          whole,
          rename: (value) => String(nameOf(store, reference.to, { value, organization })),
        }),
      sent,
    );
}

/** Secrets are objects of Kubernetes, and models are found by id and alias when they are used. */
const hasSlugs = (to: string): boolean =>
  to !== 'Secret' && kindNamed(to).structural.spec.properties?.['slug'] !== undefined;

/** What is somebody's, and is shared with nobody. */
const ACCOUNTS: readonly string[] = ['Organization', 'BusinessUnit', 'Team'];

/**
 * An exact name stands before anybody's slug. Objects of different organizations may share a slug: the spec's own organization is meant, else
 * the platform's, but for accounts, of which an organization is told no other one's names; for an object of the platform, any.
 */
function nameOf(
  store: ObjectStore,
  kind: string,
  { value, organization }: { readonly value: unknown; readonly organization?: unknown },
): unknown {
  if (typeof value !== 'string') return value;
  const isOwn = (object: StoredObject): boolean => ownerOf(kind, object) === organization;
  const isShared = (object: StoredObject): boolean =>
    !ACCOUNTS.includes(kind) && ownerOf(kind, object) === undefined;
  const maySee = (object: StoredObject): boolean =>
    organization === undefined || isOwn(object) || isShared(object);
  const isNamed = (object: StoredObject): boolean =>
    object.metadata.name === value && maySee(object);
  for (const isMeant of [isNamed, isOwn, maySee]) {
    const found = store.find(kindNamed(kind), value, isMeant);
    if (found) return found.metadata.name;
  }
  return value;
}

/** Whose an object is; an Organization is its own. */
const ownerOf = (kind: string, { metadata, spec }: StoredObject): unknown =>
  kind === 'Organization' ? metadata.name : spec['organizationId'];
