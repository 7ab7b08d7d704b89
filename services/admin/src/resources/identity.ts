import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { StoredObject } from './stored-object.ts';

/** Spec fields that name an object instead of its metadata.name, for the kinds whose clients know them by it. */
const ID_FIELDS: Readonly<Record<string, string>> = {
  Model: 'modelId',
  WorkflowTemplate: 'type',
};

/** The spec field that is the id of a kind's objects; undefined where it is metadata.name. */
export const idField = (kind: KindDefinition): string | undefined => ID_FIELDS[kind.kind];

/** What the API calls an object. */
export function idOf(kind: KindDefinition, object: StoredObject): string {
  const field = idField(kind);
  const id = field === undefined ? undefined : object.spec[field];
  return typeof id === 'string' ? id : object.metadata.name;
}

/** A business unit is named after its organization: what follows is its slug, whether it was written or made from the name. */
function ownPart(kind: KindDefinition, { metadata, spec }: StoredObject): string | undefined {
  const prefix = `${String(spec['organizationId'])}-`;
  return kind.kind === 'BusinessUnit' && metadata.name.startsWith(prefix)
    ? metadata.name.slice(prefix.length)
    : undefined;
}

/** Other words than metadata.name that find an object: its id and its slug. */
export function otherNames(kind: KindDefinition, object: StoredObject): readonly string[] {
  const names = [idOf(kind, object), object.spec['slug'], ownPart(kind, object)];
  return names.filter(
    (name): name is string => typeof name === 'string' && name !== object.metadata.name,
  );
}
