import { randomInt, randomUUID } from 'node:crypto';
import type { Api } from '../store/api.ts';
import { setManagers, ownersAfterUpdate } from '../apply/ownership.ts';
import type { Managers } from '../apply/managers.ts';
import { timestamp, type KubeObject } from '../objects/object.ts';
import { applyDefaults } from '../schema/defaults.ts';
import { alreadyExists, ApiError } from '../objects/status.ts';
import { matchPath, requireNamespace, SERVER_FIELDS, viewOf, type Target } from './target.ts';
import { validateObject } from './validate-object.ts';
import type { WriteOptions } from './write-options.ts';

/** No vowels, so that no words come out; as the API server does. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const MAX_STEM = 58;

function generatedName(stem: string): string {
  const letters = Array.from({ length: SUFFIX_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return stem.slice(0, MAX_STEM) + letters.join('');
}

/**
 * Stores a new object and answers it as it is then read. `object` is decoded and belongs to this function. `managers` is given by
 * server-side apply, which works ownership out itself.
 */
export function createObject(
  api: Api,
  target: Target,
  object: KubeObject,
  options: WriteOptions & { managers?: Managers },
): KubeObject {
  const { type } = target;
  matchPath(object.metadata, target, 'create');
  if (object.metadata.resourceVersion) {
    throw new ApiError(500, '', 'resourceVersion should not be set on objects to be created');
  }
  const time = timestamp(api.clock.now());
  const { metadata } = object;
  if (!metadata.name && metadata.generateName) metadata.name = generatedName(metadata.generateName);
  requireNamespace(api, target, metadata.name);
  setServerFields(object, target, time);
  if (type.statusSubresource) Reflect.deleteProperty(object, 'status');
  type.prepare(object, undefined);
  const writer = { type, manager: options.manager, subresource: '', time };
  setManagers(object, options.managers ?? ownersAfterUpdate(writer, undefined, object), undefined);
  validateObject(type, object);
  if (api.store.get(type.storage, target.namespace, metadata.name)) {
    throw alreadyExists(type, metadata.name);
  }
  applyDefaults(object, type.schema);
  if (options.dryRun) return object;
  return viewOf(type, api.store.put(type.storage, type.view?.toStored(object) ?? object));
}

function setServerFields(object: KubeObject, { type, namespace }: Target, time: string): void {
  const { metadata } = object;
  for (const field of SERVER_FIELDS) Reflect.deleteProperty(metadata, field);
  if (type.namespaced) metadata.namespace = namespace;
  metadata.uid = randomUUID();
  metadata.creationTimestamp = time;
  if (type.counted) metadata.generation = 1;
}
