import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { isJsonObject, type Json, type JsonObject } from '../objects/object.ts';
import { isNamedField, memberSchema, listMapKey } from '../schema/children.ts';

/**
 * A set of fields, as in `fieldsV1`: a tree whose edges are path elements (`f:name`, `k:{"type":"Ready"}`, `v:"x"`). `member` says
 * that the path to a node is in the set. Sets are never changed after they were handed out.
 */
export interface FieldSet {
  member: boolean;
  readonly children: Map<string, FieldSet>;
}

export type FieldPath = readonly string[];

export const emptySet = (): FieldSet => ({ member: false, children: new Map() });

/** Adds a path, in place. */
export function insert(set: FieldSet, path: FieldPath): void {
  let node = set;
  for (const element of path) {
    let child = node.children.get(element);
    if (!child) {
      child = emptySet();
      node.children.set(element, child);
    }
    node = child;
  }
  if (path.length > 0) node.member = true;
}

export const isEmptySet = (set: FieldSet): boolean => !set.member && set.children.size === 0;

/** Combines two sets node by node; nodes that hold nothing are left out. */
function combine(
  a: FieldSet,
  b: FieldSet,
  rule: {
    member: (a: boolean, b: boolean) => boolean;
    onlyA: boolean;
    onlyB: boolean;
  },
): FieldSet {
  const out: FieldSet = { member: rule.member(a.member, b.member), children: new Map() };
  for (const [element, child] of a.children) {
    const other = b.children.get(element);
    const result = other ? combine(child, other, rule) : child;
    if ((other ?? rule.onlyA) && !isEmptySet(result)) out.children.set(element, result);
  }
  if (!rule.onlyB) return out;
  for (const [element, child] of b.children) {
    if (!a.children.has(element)) out.children.set(element, child);
  }
  return out;
}

export const union = (a: FieldSet, b: FieldSet): FieldSet =>
  combine(a, b, { member: (x, y) => x || y, onlyA: true, onlyB: true });
export const intersection = (a: FieldSet, b: FieldSet): FieldSet =>
  combine(a, b, { member: (x, y) => x && y, onlyA: false, onlyB: false });
export const difference = (a: FieldSet, b: FieldSet): FieldSet =>
  combine(a, b, { member: (x, y) => x && !y, onlyA: true, onlyB: false });

/** `set` without the members of `excluded` and all that is below them. */
export function excludeBelow(set: FieldSet, excluded: FieldSet): FieldSet {
  const out: FieldSet = { member: set.member, children: new Map() };
  for (const [element, child] of set.children) {
    const other = excluded.children.get(element);
    if (other?.member) continue;
    const rest = other ? excludeBelow(child, other) : child;
    if (!isEmptySet(rest)) out.children.set(element, rest);
  }
  return out;
}

/** A set of the given paths. */
export function setOf(...paths: FieldPath[]): FieldSet {
  const set = emptySet();
  for (const path of paths) insert(set, path);
  return set;
}

/** Every path of the set, parents first. */
export function pathsOf(set: FieldSet, prefix: FieldPath = []): FieldPath[] {
  return [...set.children]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([element, child]) => {
      const path = [...prefix, element];
      return [...(child.member ? [path] : []), ...pathsOf(child, path)];
    });
}

/** Also makes members of the named fields that lie on the way to members, which sets leave out. */
export function withNamedFields(set: FieldSet, schema: StructuralSchema | undefined): FieldSet {
  const out: FieldSet = { member: set.member, children: new Map() };
  for (const [element, child] of set.children) {
    const key = element.startsWith('f:') ? element.slice(2) : undefined;
    const childSchema = key === undefined ? schema?.items : memberSchema(schema, key);
    const result = withNamedFields(child, childSchema);
    if (key !== undefined && isNamedField(schema, key)) result.member = true;
    out.children.set(element, result);
  }
  return out;
}

/** Reads `fieldsV1`. */
export function parseFields(fields: Json | undefined): FieldSet {
  const set = emptySet();
  if (!isJsonObject(fields)) return set;
  for (const [element, child] of Object.entries(fields)) {
    if (element === '.') continue;
    const node = parseFields(child);
    const inner = isJsonObject(child) ? child : {};
    node.member = Object.hasOwn(inner, '.') || Object.keys(inner).length === 0;
    set.children.set(element, node);
  }
  return set;
}

/** Writes `fieldsV1`. */
export function formatFields(set: FieldSet): JsonObject {
  const out: JsonObject = {};
  for (const [element, child] of [...set.children].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const inner = formatFields(child);
    out[element] = child.member && child.children.size > 0 ? { '.': {}, ...inner } : inner;
  }
  return out;
}

/** The path element of an item of a list whose items have an identity. */
export function itemElement(item: Json, schema: StructuralSchema): string {
  if (schema['x-kubernetes-list-type'] === 'set') return `v:${JSON.stringify(item)}`;
  return `k:${JSON.stringify(listMapKey(item, schema))}`;
}

/** A path as errors show it: `.status.conditions[type="Ready"].status`. */
export function formatPath(path: FieldPath): string {
  return path
    .map((element) => {
      const rest = element.slice(2);
      if (element.startsWith('f:')) return `.${rest}`;
      if (element.startsWith('v:')) return `[=${rest}]`;
      const key = JSON.parse(rest) as JsonObject;
      const parts = Object.entries(key).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      return `[${parts.join(',')}]`;
    })
    .join('');
}
