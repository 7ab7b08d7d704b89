import { sameJson, type JsonObject, type KubeObject } from '../objects/object.ts';
import { apiVersionOf } from '../resources/resource-type.ts';
import { ApiError } from '../objects/status.ts';
import { compare } from './compare.ts';
import {
  difference,
  formatPath,
  intersection,
  pathsOf,
  union,
  emptySet,
  withNamedFields,
  type FieldPath,
  type FieldSet,
} from './field-set.ts';
import { fieldsOf } from './parts.ts';
import {
  identityOf,
  mapFields,
  parseManagers,
  type ManagerEntry,
  type Managers,
} from './managers.ts';
import { mergeConfig, removeFields } from './merge.ts';
import { bare, changesBy, nothing, ownable, ownersAfterUpdate, type Writer } from './ownership.ts';

export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** A field that the applier wants to change and another manager owns. */
interface Conflict {
  readonly owner: ManagerEntry;
  readonly path: FieldPath;
}

export interface Applied {
  readonly object: KubeObject;
  readonly managers: Managers;
}

/**
 * Server-side apply: `live` with `config` laid over it, what the applier no longer sets taken out, and who owns what afterwards.
 * Throws a 409 that names each field of another manager that would change, unless `force` takes them over.
 */
export function applyConfig(options: {
  writer: Writer;
  live: KubeObject | undefined;
  config: KubeObject;
  force: boolean;
}): Applied {
  const { writer, live, config } = options;
  const before = live ? bare(live) : nothing(writer.type);
  const managers = knownManagers(writer, live);
  const own = {
    manager: writer.manager,
    operation: 'Apply' as const,
    apiVersion: apiVersionOf(writer.type),
    subresource: writer.subresource,
  };
  const identity = identityOf(own);
  const fields = ownable(fieldsOf(config, writer.type.schema), writer);
  const entry = { ...own, time: writer.time, fields };
  const merged = mergeConfig(before, config, writer.type.schema) as JsonObject;
  const claims = new Map(managers).set(identity, entry);
  const pruned = prune(writer, merged, managers.get(identity)?.fields, claims) as KubeObject;
  const changes = changesBy(writer, before, pruned);
  const taken = union(changes.added, changes.modified);
  const others = new Map([...managers].filter(([key]) => key !== identity));
  const conflicts = findConflicts(others, taken);
  if (conflicts.length > 0 && !options.force) refuse(conflicts, writer, live);
  const after = mapFields(others, (other) =>
    difference(difference(other.fields, taken), changes.removed),
  );
  if (fields.children.size > 0) after.set(identity, entry);
  return { object: withLastApplied(pruned, config, writer), managers: after };
}

/** The managers of the live object; where nobody was tracked, all of it counts as written before the first apply. */
function knownManagers(writer: Writer, live: KubeObject | undefined): Managers {
  const known = parseManagers(live?.metadata.managedFields) ?? new Map<string, ManagerEntry>();
  if (known.size > 0 || !live) return known;
  const early = { ...writer, manager: 'before-first-apply' };
  return ownersAfterUpdate(early, undefined, {
    ...live,
    metadata: { ...live.metadata, managedFields: [] },
  });
}

/** Takes out what the applier set last time, does not set now, and nobody else owns. */
function prune(
  writer: Writer,
  merged: JsonObject,
  last: FieldSet | undefined,
  claims: Managers,
): JsonObject {
  if (!last) return merged;
  const { schema } = writer.type;
  const named = (set: FieldSet): FieldSet => withoutMetadata(withNamedFields(set, schema));
  const inMerged = named(fieldsOf(merged, schema));
  const owned = [...claims.values()].reduce((sum, { fields }) => union(sum, fields), emptySet());
  const first = removeFields(merged, named(last), schema);
  const kept = union(named(fieldsOf(first, schema)), named(owned));
  const second = removeFields(merged, difference(inMerged, kept), schema);
  const gone = difference(inMerged, named(fieldsOf(second, schema)));
  return removeFields(merged, intersection(gone, named(last)), schema) as JsonObject;
}

/** The same fields but `metadata` itself, which every object has: what is in it may go, and the rest of it stays. */
function withoutMetadata(set: FieldSet): FieldSet {
  const metadata = set.children.get('f:metadata');
  if (metadata) metadata.member = false;
  return set;
}

function findConflicts(others: Managers, taken: FieldSet): Conflict[] {
  return [...others.values()].flatMap((owner) =>
    pathsOf(intersection(owner.fields, taken)).map((path) => ({ owner, path })),
  );
}

function ownerName({ manager, operation, apiVersion, subresource }: ManagerEntry): string {
  const name = `"${manager}"${subresource ? ` with subresource "${subresource}"` : ''}`;
  return operation === 'Update' ? `${name} using ${apiVersion}` : name;
}

/** Throws, unless every conflict is over what the same person applied with `kubectl apply` on the client side before. */
function refuse(all: readonly Conflict[], writer: Writer, live: KubeObject | undefined): void {
  const allowed = writer.manager === 'kubectl' ? appliedBefore(writer, live) : emptySet();
  const allowedPaths = new Set(pathsOf(allowed).map(formatPath));
  const conflicts = all.filter(({ path }) => !allowedPaths.has(formatPath(path)));
  if (conflicts.length === 0) return;
  throw new ApiError(409, 'Conflict', conflictMessage(conflicts), {
    causes: conflicts.map(({ owner, path }) => ({
      reason: 'FieldManagerConflict',
      message: `conflict with ${ownerName(owner)}`,
      field: formatPath(path),
    })),
  });
}

function conflictMessage(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (first && conflicts.length === 1) {
    return `Apply failed with 1 conflict: conflict with ${ownerName(first.owner)}: ${formatPath(first.path)}`;
  }
  const byOwner = Map.groupBy(conflicts, ({ owner }) => ownerName(owner));
  const lines = [...byOwner]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([owner, list]) => [
      `conflicts with ${owner}:`,
      ...list.map(({ path }) => `- ${formatPath(path)}`),
    ]);
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}

/** The fields of the last client-side apply that still stand as they were applied. */
function appliedBefore({ type }: Writer, live: KubeObject | undefined): FieldSet {
  const text = live?.metadata.annotations?.[LAST_APPLIED];
  if (!live || !text) return emptySet();
  const last = JSON.parse(text) as JsonObject;
  const { added, modified, removed } = compare(last, bare(live), type.schema);
  return difference(fieldsOf(last, type.schema), union(union(added, modified), removed));
}

/** `kubectl apply --server-side` keeps the annotation of its client-side twin up to date where there is one. */
function withLastApplied(object: KubeObject, config: KubeObject, writer: Writer): KubeObject {
  const { annotations } = object.metadata;
  if (writer.manager !== 'kubectl' || !annotations?.[LAST_APPLIED]) return object;
  const text = `${JSON.stringify(config)}\n`;
  if (sameJson(JSON.parse(annotations[LAST_APPLIED]) as JsonObject, config)) return object;
  return {
    ...object,
    metadata: { ...object.metadata, annotations: { ...annotations, [LAST_APPLIED]: text } },
  };
}
