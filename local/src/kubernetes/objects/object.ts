export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export interface OwnerReference extends JsonObject {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
}

/** `metadata` of a stored object; the parts that this server reads. */
export interface Metadata extends JsonObject {
  name: string;
  namespace?: string;
  generateName?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
  managedFields?: JsonObject[];
}

/** An API object. What stands in the store is never changed in place: writers work on a `structuredClone`. */
export interface KubeObject extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: Metadata;
}

/** Whether `value` is a JSON object: no list, no null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `value` where it is an object, else an empty one. */
export function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** `value` where it is a string, else ''. */
export function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Deep equality of JSON values; the order of keys does not matter. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/** `object` without the named top-level keys. */
export function without(object: JsonObject, ...keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** A moment as Kubernetes writes it: RFC 3339, whole seconds, UTC. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
