import { invalid } from '@aicp/api-kit/route/field-errors';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { Collection, Spec } from './collection.ts';
import { freeName } from './free-name.ts';
import { objectName, slugFrom, slugOf } from './object-name.ts';
import { requireFreeSlug } from './require-free-slug.ts';
import type { ObjectStore } from './store.ts';
import type { WriteContext } from './write-hooks.ts';

interface Naming {
  readonly collection: Collection;
  readonly store: Pick<ObjectStore, 'read' | 'find'>;
  /** [0, 1). */
  readonly random: () => number;
}

/**
 * A new object's metadata.name, and its spec: it is found by its slug under the name that it asked for, also where that is not the one it
 * got. Rejects with a Problem: 422 where the writer chose a name that it can't have, 409 where its owner has another object with that slug.
 */
export async function nameOfNew(
  { collection, store, random }: Naming,
  { principal, newName }: WriteContext,
  spec: Spec,
): Promise<{ readonly name: string; readonly wanted: Spec }> {
  const { kind, makeName } = collection;
  const made = objectName(collection, spec, random);
  const isMade = makeName !== undefined || kind.singleton !== undefined;
  if (isMade && newName !== undefined && newName !== made) {
    throw invalid([{ path: 'metadata.name', message: `must be ${made}, as the spec has it` }]);
  }
  const preferred = newName ?? made;
  requireUnreserved(kind, preferred, newName === undefined ? 'name' : 'metadata.name');
  const name = await freeName({ collection, principal, spec, name: preferred, random }, store);
  const hasSlug = kind.structural.spec.properties?.['slug'] !== undefined;
  const slug = newName === undefined ? slugFrom(spec, preferred) : slugOf(newName);
  const wanted = hasSlug ? { slug, ...spec } : spec;
  requireFreeSlug(store, collection, { name, spec: wanted, before: undefined });
  return { name, wanted };
}

function requireUnreserved({ reserved }: KindDefinition, name: string, path: string): void {
  if (reserved?.names.includes(name) === true) throw invalid([{ path, message: reserved.message }]);
}
