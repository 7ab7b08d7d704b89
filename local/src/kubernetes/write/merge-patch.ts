import { isJsonObject, type Json, type JsonObject, asText, sameJson } from '../objects/object.ts';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { memberSchema, listMapKey } from '../schema/children.ts';

/** RFC 7386. Neither argument is changed. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const out: JsonObject = isJsonObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(out, key);
    else out[key] = mergePatch(out[key], value);
  }
  return out;
}

const DIRECTIVE = '$patch';
const DELETE_PREFIX = '$deleteFromPrimitiveList/';
const ORDER_PREFIX = '$setElementOrder/';
const RETAIN = '$retainKeys';

const asList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** Kubernetes' strategic merge patch: a merge patch that merges lists whose items have an identity, and knows `$patch` directives. */
export function strategicMergePatch(
  target: Json | undefined,
  patch: Json,
  schema: StructuralSchema | undefined,
): Json {
  if (!isJsonObject(patch)) return patch;
  const replaces = patch[DIRECTIVE] === 'replace';
  const out: JsonObject = isJsonObject(target) && !replaces ? { ...target } : {};
  retainKeys(out, patch[RETAIN]);
  for (const [key, value] of Object.entries(patch)) mergeMember(out, key, value, schema);
  return out;
}

function retainKeys(out: JsonObject, keys: Json | undefined): void {
  if (!Array.isArray(keys)) return;
  for (const key of Object.keys(out)) if (!keys.includes(key)) Reflect.deleteProperty(out, key);
}

function mergeMember(
  out: JsonObject,
  key: string,
  value: Json,
  schema: StructuralSchema | undefined,
): void {
  if (key === DIRECTIVE || key === RETAIN || key.startsWith(ORDER_PREFIX)) return;
  if (key.startsWith(DELETE_PREFIX)) {
    const field = key.slice(DELETE_PREFIX.length);
    const gone = asList(value);
    out[field] = asList(out[field]).filter((item) => !gone.some((other) => sameJson(item, other)));
    return;
  }
  const child = memberSchema(schema, key);
  if (value === null || isDeletion(value)) Reflect.deleteProperty(out, key);
  else if (Array.isArray(value)) out[key] = mergeList(asList(out[key]), value, child);
  else out[key] = strategicMergePatch(out[key], value, child);
}

const isDeletion = (value: Json): value is JsonObject =>
  isJsonObject(value) && value[DIRECTIVE] === 'delete';

function mergeList(target: Json[], patch: Json[], schema: StructuralSchema | undefined): Json[] {
  const type = schema?.['x-kubernetes-list-type'];
  if (type === 'set') {
    return [...target, ...patch.filter((item) => !target.some((other) => sameJson(item, other)))];
  }
  if (type !== 'map' || !schema) return patch;
  const identity = (item: Json): string => JSON.stringify(listMapKey(item, schema));
  const items = new Map(target.map((item) => [identity(item), item]));
  for (const item of patch) {
    if (isDeletion(item)) items.delete(identity(item));
    else if (!(isJsonObject(item) && asText(item[DIRECTIVE]) === 'replace')) {
      const key = identity(item);
      items.set(key, strategicMergePatch(items.get(key), item, schema.items));
    }
  }
  return [...items.values()];
}
