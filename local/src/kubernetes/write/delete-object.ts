import type { Api } from '../store/api.ts';
import {
  asObject,
  asText,
  timestamp,
  type JsonObject,
  type KubeObject,
} from '../objects/object.ts';
import { unsupportedValue } from '../objects/field-errors.ts';
import { conflict, forbidden, invalidOption } from '../objects/status.ts';
import type { StoredObject } from '../store/stored-object.ts';
import { viewOf, type Target } from './target.ts';
import { parseDryRun } from './write-options.ts';

const POLICIES = ['Foreground', 'Background', 'Orphan', 'nil'];
const PERMANENT = new Set(['default', 'kube-system']);
/** Finalizers by which a deletion waits for, or first lets go, what the object owns. */
export const FOREGROUND = 'foregroundDeletion';
export const ORPHAN = 'orphan';

export interface DeleteOptions {
  readonly dryRun: boolean;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly propagationPolicy: string;
}

/** Reads what a DELETE asks, from its query and its body. Throws a 422 on a value that does not exist. */
export function parseDeleteOptions(query: URLSearchParams, body: JsonObject): DeleteOptions {
  const policy = query.get('propagationPolicy') ?? asText(body['propagationPolicy']);
  if (policy !== '' && !POLICIES.slice(0, 3).includes(policy)) {
    throw invalidOption('DeleteOptions', unsupportedValue('propagationPolicy', policy, POLICIES));
  }
  const given = body['dryRun'];
  const dryRun = [...query.getAll('dryRun'), ...(Array.isArray(given) ? given.map(asText) : [])];
  const preconditions = asObject(body['preconditions']);
  return {
    dryRun: parseDryRun(dryRun, 'DeleteOptions'),
    uid: asText(preconditions['uid']),
    resourceVersion: asText(preconditions['resourceVersion']),
    propagationPolicy: policy,
  };
}

export interface Deletion {
  readonly object: KubeObject;
  /** False: it waits for finalizers. */
  readonly gone: boolean;
}

/** Deletes an object, or, where it has finalizers, marks it as going. */
export function deleteObject(
  api: Api,
  target: Target,
  stored: StoredObject,
  options: DeleteOptions,
): Deletion {
  const { type } = target;
  checkPreconditions(target, stored, options);
  const isNamespace = type.storage === 'namespaces';
  if (isNamespace && PERMANENT.has(stored.name)) {
    throw forbidden(type, stored.name, 'this namespace may not be deleted');
  }
  const finalizers = withPolicy(stored.object.metadata.finalizers ?? [], options.propagationPolicy);
  if (finalizers.length === 0 && !isNamespace) {
    if (!options.dryRun) api.store.remove(stored);
    return { object: viewOf(type, stored), gone: true };
  }
  const { object } = stored;
  if (object.metadata.deletionTimestamp) return { object: viewOf(type, stored), gone: false };
  const going = markDeleted(object, finalizers, timestamp(api.clock.now()));
  if (isNamespace) going['status'] = { ...asObject(going['status']), phase: 'Terminating' };
  if (options.dryRun) return { object: going, gone: false };
  return { object: viewOf(type, api.store.put(type.storage, going)), gone: false };
}

function withPolicy(finalizers: readonly string[], policy: string): string[] {
  const added = { Foreground: FOREGROUND, Orphan: ORPHAN }[policy];
  const others = finalizers.filter((item) => item !== FOREGROUND && item !== ORPHAN);
  if (policy === '') return [...finalizers];
  return added ? [...others, added] : others;
}

function markDeleted(object: KubeObject, finalizers: string[], time: string): KubeObject {
  const going = structuredClone(object);
  going.metadata.deletionTimestamp = time;
  if (finalizers.length > 0) {
    going.metadata.finalizers = finalizers;
    going.metadata.deletionGracePeriodSeconds = 0;
  }
  if (going.metadata.generation) going.metadata.generation += 1;
  return going;
}

function checkPreconditions({ type }: Target, stored: StoredObject, options: DeleteOptions): void {
  const { uid = '', resourceVersion = '' } = stored.object.metadata;
  const refuse = (what: string, expected: string, found: string) =>
    conflict(
      type,
      stored.name,
      `Precondition failed: ${what} in precondition: ${expected}, ${what} in object meta: ${found}`,
    );
  if (options.uid && options.uid !== uid) throw refuse('UID', options.uid, uid);
  if (options.resourceVersion && options.resourceVersion !== resourceVersion) {
    throw refuse('ResourceVersion', options.resourceVersion, resourceVersion);
  }
}
