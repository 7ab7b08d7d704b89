import { sameJson, without, type JsonObject, type KubeObject } from '../objects/object.ts';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.ts';
import { compare, type Comparison } from './compare.ts';
import { difference, excludeBelow, setOf, union, type FieldSet } from './field-set.ts';
import {
  formatManagers,
  identityOf,
  isReset,
  mapFields,
  parseManagers,
  sameOwnership,
  type ManagerEntry,
  type Managers,
} from './managers.ts';

/** Who writes, and through what. */
export interface Writer {
  readonly type: ResourceType;
  readonly manager: string;
  /** '' is the object itself. */
  readonly subresource: string;
  /** The moment of the write, as Kubernetes writes it. */
  readonly time: string;
}

/** Fields that the server sets and nobody owns. */
const SERVER_FIELDS = setOf(
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((field) => ['f:metadata', `f:${field}`]),
);

const STATUS = setOf(['f:status']);
const ALL_BUT_STATUS = setOf(['f:metadata'], ['f:spec']);

/** What a write through this path cannot change, and so cannot own. */
export function outOfReach({ type, subresource }: Writer): FieldSet {
  if (!type.statusSubresource) return setOf();
  return subresource === 'status' ? ALL_BUT_STATUS : STATUS;
}

/** What the writer can own of `fields`. */
export const ownable = (fields: FieldSet, writer: Writer): FieldSet =>
  difference(excludeBelow(fields, outOfReach(writer)), SERVER_FIELDS);

/** An object without managedFields, as ownership is worked out on it. */
export function bare(object: KubeObject): JsonObject {
  return { ...object, metadata: without(object.metadata, 'managedFields') };
}

/** The object before its creation. */
export function nothing(type: ResourceType): JsonObject {
  const present = type.alwaysPresent.map((field) => [field, {}]);
  return { metadata: {}, ...(Object.fromEntries(present) as JsonObject) };
}

/** What differs between two forms of an object, as far as the writer could have changed it. */
export function changesBy(writer: Writer, before: JsonObject, after: JsonObject): Comparison {
  const all = compare(before, after, writer.type.schema);
  const excluded = outOfReach(writer);
  return {
    added: excludeBelow(all.added, excluded),
    modified: excludeBelow(all.modified, excluded),
    removed: excludeBelow(all.removed, excluded),
  };
}

function startingPoint(writer: Writer, live: KubeObject | undefined, next: KubeObject): Managers {
  const known = parseManagers(live?.metadata.managedFields) ?? new Map<string, ManagerEntry>();
  if (writer.subresource) return known;
  if (isReset(next.metadata.managedFields)) return new Map<string, ManagerEntry>();
  const given = parseManagers(next.metadata.managedFields);
  return given && given.size > 0 ? given : known;
}

/**
 * The managers after a create or an update from `live` to `next`. A request may rewrite ownership itself (as `kubectl` does when it
 * moves from client-side to server-side apply); what it changes beyond that becomes the writer's.
 */
export function ownersAfterUpdate(
  writer: Writer,
  live: KubeObject | undefined,
  next: KubeObject,
): Managers {
  const before = startingPoint(writer, live, next);
  if (before.size === 0 && live) return before;
  const changes = changesBy(writer, live ? bare(live) : nothing(writer.type), bare(next));
  const taken = union(changes.added, changes.modified);
  const others = mapFields(before, ({ fields }) =>
    difference(difference(fields, taken), changes.removed),
  );
  const own = {
    manager: writer.manager,
    operation: 'Update' as const,
    apiVersion: apiVersionOf(writer.type),
    subresource: writer.subresource,
    time: writer.time,
  };
  const fields = ownable(taken, writer);
  if (fields.children.size === 0) return others;
  const previous = others.get(identityOf(own));
  others.set(identityOf(own), {
    ...own,
    fields: previous ? union(previous.fields, fields) : fields,
  });
  return others;
}

/** Writes the managers into `object`, in place; where nothing but times would change, the entries of `live` stay. */
export function setManagers(
  object: KubeObject,
  managers: Managers,
  live: KubeObject | undefined,
): void {
  const known = live?.metadata.managedFields;
  const before = parseManagers(known);
  const isSame =
    live && before && sameOwnership(before, managers) && sameJson(bare(live), bare(object));
  const entries = (isSame ? known : undefined) ?? formatManagers(managers);
  if (entries.length === 0) Reflect.deleteProperty(object.metadata, 'managedFields');
  else object.metadata.managedFields = entries;
}
