import { kindNamed } from '@aicp/crds/kinds';
import type { Collection } from '../resources/collection.ts';
import { auditNameOf } from '../resources/collection.ts';
import { idOf } from '../resources/identity.ts';
import { asStored, type StoredObject } from '../resources/stored-object.ts';

/** How entries call an object. */
export interface ObjectNaming {
  readonly resource_type: string;
  readonly resource_id: string;
}

export type NameObject = (object: {
  readonly kind: string;
  readonly name: string;
  readonly spec: Readonly<Record<string, unknown>>;
}) => ObjectNaming;

/** Names objects as the API does; a kind without a collection goes by its feature. */
export function namingBy(collections: readonly Collection[]): NameObject {
  const byKind = new Map(collections.map((collection) => [collection.kind.kind, collection]));
  return ({ kind, name, spec }) => {
    const definition = kindNamed(kind);
    const object: StoredObject = asStored(definition, { metadata: { name }, spec });
    const collection = byKind.get(kind);
    return {
      resource_type: collection ? auditNameOf(collection) : definition.feature.replaceAll('-', '_'),
      resource_id: idOf(definition, object),
    };
  };
}
