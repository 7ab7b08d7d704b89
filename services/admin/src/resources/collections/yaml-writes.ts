import { invalid } from '@aicp/api-kit/route/field-errors';
import { isDeepStrictEqual } from 'node:util';
import type { CollectionService } from './collection-service.ts';
import type { Spec } from '../collection.ts';
import { ofPeople } from '../manifest.ts';
import type { StoredObject } from '../stored-object.ts';
import type { WriteContext } from '../write-hooks.ts';
import { creationBody, replacementBody } from '../manifests/manifest-body.ts';
import { readManifest, withLine, type Manifest } from '../manifests/read-manifest.ts';
import { inWordsOfSpec } from '../manifests/spec-errors.ts';

/**
 * Creates an object from YAML, by the rights and checks of a JSON body; `fields` are those that its path says. Its name is the one in the
 * metadata; where an organization that the writer may not know of has that, six characters are added, as with JSON. Rejects with a Problem.
 */
export async function createFromYaml(
  service: CollectionService,
  context: WriteContext,
  { yaml, fields }: { readonly yaml: string; readonly fields: Spec },
): Promise<StoredObject> {
  const { collection, namespace } = service;
  const manifest = readManifest(yaml, { kind: collection.kind, namespace });
  requireSameMarks(manifest, undefined);
  // What the path says may be said again.
  const own = Object.entries(manifest.spec).filter(
    ([field, value]) => !isDeepStrictEqual(fields[field], value),
  );
  const body = creationBody(collection, Object.fromEntries(own));
  const named = { ...context, newName: manifest.name };
  return await explained(service, manifest, () => service.create(named, body, fields));
}

/**
 * Puts the whole spec of a YAML document in the place of an object's, by the rights and checks of a JSON body. A resourceVersion in it is
 * held to as If-Match is, where there is none. Rejects with a Problem.
 */
export async function replaceFromYaml(
  service: CollectionService,
  context: WriteContext,
  { yaml, seen }: { readonly yaml: string; readonly seen: StoredObject },
): Promise<StoredObject> {
  const { collection, namespace } = service;
  const { name } = seen.metadata;
  const manifest = readManifest(yaml, { kind: collection.kind, namespace, name });
  requireSameMarks(manifest, seen);
  const body = replacementBody(collection, manifest.spec);
  const held = { ...context, ifMatch: context.ifMatch ?? manifest.resourceVersion };
  return await explained(service, manifest, () => service.update(held, seen, body));
}

/** Throws a Problem (422) where labels or annotations would change: other tools act on them, and the API writes specs alone. */
function requireSameMarks(manifest: Manifest, seen: StoredObject | undefined): void {
  const wrong = (['labels', 'annotations'] as const).filter((field) => {
    const sent = manifest[field];
    return (
      sent !== undefined && !isDeepStrictEqual(ofPeople(sent), ofPeople(seen?.metadata[field]))
    );
  });
  if (wrong.length === 0) return;
  const message = 'cannot change here: leave it as it is or out, and change it with kubectl';
  throw invalid(
    wrong.map((field) => withLine({ path: `metadata.${field}`, message }, manifest.lineOf)),
  );
}

async function explained(
  { collection }: CollectionService,
  { lineOf }: Manifest,
  write: () => Promise<StoredObject>,
): Promise<StoredObject> {
  try {
    return await write();
  } catch (error) {
    throw inWordsOfSpec(collection.kind, error, lineOf);
  }
}
