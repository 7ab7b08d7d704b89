import type { Api } from '../store/api.ts';
import type { Managers } from '../apply/managers.ts';
import { ownersAfterUpdate, setManagers } from '../apply/ownership.ts';
import { sameJson, timestamp, without, type KubeObject, type Metadata } from '../objects/object.ts';
import { applyDefaults } from '../schema/defaults.ts';
import { invalidValue } from '../objects/field-errors.ts';
import { ApiError, conflict, invalid } from '../objects/status.ts';
import type { StoredObject } from '../store/stored-object.ts';
import { matchPath, SERVER_FIELDS, viewOf, type Target } from './target.ts';
import { validateObject } from './validate-object.ts';
import type { WriteOptions } from './write-options.ts';

export interface UpdateOptions extends WriteOptions {
  /** Given by server-side apply, which works ownership out itself. */
  readonly managers?: Managers;
  /** A PUT: the body stands for itself, so it must say which version it replaces. */
  readonly replaces: boolean;
}

/**
 * Changes a stored object into `next` and answers it as it is then read. `next` is decoded and belongs to this function. A change
 * that changes nothing writes nothing. An object that waits for its finalizers goes with the last of them.
 */
export function updateObject(
  api: Api,
  target: Target,
  next: KubeObject,
  options: UpdateOptions & { stored: StoredObject },
): KubeObject {
  const { type, subresource } = target;
  const { stored } = options;
  const live = viewOf(type, stored);
  matchPath(next.metadata, target, 'update');
  checkVersion(target, next.metadata, live, options.replaces);
  keepServerFields(next, live);
  const object = withinReach(target, next, live);
  type.prepare(object, live);
  const time = timestamp(api.clock.now());
  const writer = { type, manager: options.manager, subresource, time };
  setManagers(object, options.managers ?? ownersAfterUpdate(writer, live, object), live);
  validateObject(type, object, live, subresource);
  applyDefaults(object, type.schema);
  countSpecChange(target, object, live);
  return commit(api, target, object, options);
}

/** Throws where `next` is based on another object, or another version of it, than there is. */
function checkVersion(
  { type }: Target,
  next: Metadata,
  { metadata: live }: KubeObject,
  replaces: boolean,
): void {
  const { name, uid, resourceVersion: version = '0' } = next;
  if (replaces && uid && uid !== live.uid) {
    const found = `UID in object meta: ${live.uid ?? ''}`;
    throw conflict(type, name, `Precondition failed: UID in precondition: ${uid}, ${found}`);
  }
  if (version === live.resourceVersion) return;
  if (version !== '0') {
    if (/^\d+$/.test(version)) throw conflict(type, name);
    throw new ApiError(500, '', `strconv.ParseUint: parsing "${version}": invalid syntax`);
  }
  if (type.unconditionalUpdate) return;
  const error = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update');
  throw invalid(type.plural, type.group, name, [error]);
}

/** What a client cannot change, in place. A uid or creation time that differs is refused by validation. */
function keepServerFields(next: KubeObject, live: KubeObject): void {
  const { metadata } = next;
  metadata.uid ??= live.metadata.uid ?? '';
  const created = live.metadata.creationTimestamp ?? '';
  if (isSameMoment(metadata.creationTimestamp, created)) metadata.creationTimestamp = created;
  if (live.metadata.namespace) metadata.namespace = live.metadata.namespace;
  for (const field of SERVER_FIELDS) {
    const value = live.metadata[field];
    if (value === undefined) Reflect.deleteProperty(metadata, field);
    else metadata[field] = value;
  }
}

/** Clients write the same moment in other ways (`…:00.000Z`). */
const isSameMoment = (given: string | undefined, known: string): boolean =>
  given === undefined || Date.parse(given) === Date.parse(known);

/** The parts of `next` that this path may write; the rest as it is. */
function withinReach(
  { type, subresource }: Target,
  next: KubeObject,
  live: KubeObject,
): KubeObject {
  if (!type.statusSubresource) return next;
  const [base, other] = subresource === 'status' ? [live, next] : [next, live];
  const status = other['status'];
  const object = without(base, 'status') as KubeObject;
  return structuredClone(status === undefined ? object : { ...object, status });
}

/** Everything but metadata and status counts. */
function countSpecChange(
  { type, subresource }: Target,
  object: KubeObject,
  live: KubeObject,
): void {
  if (!type.counted || subresource === 'status') return;
  const spec = (value: KubeObject) => without(value, 'metadata', 'status');
  if (!sameJson(spec(object), spec(live))) {
    object.metadata.generation = (live.metadata.generation ?? 0) + 1;
  }
}

function commit(
  api: Api,
  { type }: Target,
  object: KubeObject,
  { stored, dryRun }: UpdateOptions & { stored: StoredObject },
): KubeObject {
  const toStore = type.view?.toStored(object) ?? object;
  if (dryRun) return object;
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  if (deletionTimestamp && finalizers.length === 0) {
    api.store.remove(stored, toStore);
    return object;
  }
  if (sameJson(toStore, stored.object)) return viewOf(type, stored);
  return viewOf(type, api.store.put(type.storage, toStore));
}
