import { isDeepEqual, isPlain, type Tree } from './tree.ts';

/** A field that differs between two states. */
export interface ChangedField {
  /** `spec.limits.rpm`. */
  readonly path: string;
  /** Undefined: it was not there. */
  readonly before: unknown;
  /** Undefined: it is gone. */
  readonly after: unknown;
}

/** The fields that differ between two states, at every depth; lists count as one value. */
export function changedFields(before: Tree, after: Tree): readonly ChangedField[] {
  return differing(before, after, []);
}

function differing(before: Tree, after: Tree, path: readonly string[]): ChangedField[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const here = [...path, name];
    const [old, now] = [valueAt(before, name), valueAt(after, name)];
    if (isDeepEqual(old, now)) return [];
    const isInside = [old, now].every((value) => value === undefined || isPlain(value));
    const [oldTree, nowTree] = [treeOf(old), treeOf(now)];
    if (isInside && Object.keys({ ...oldTree, ...nowTree }).length > 0) {
      return differing(oldTree, nowTree, here);
    }
    return [{ path: here.join('.'), before: old, after: now }];
  });
}

const treeOf = (value: unknown): Tree => (isPlain(value) ? value : {});

const valueAt = (tree: Tree, name: string): unknown =>
  Object.hasOwn(tree, name) ? tree[name] : undefined;

/** A value as people read it in a comparison; a long one is cut. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'not set';
  if (value === '') return 'empty text';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return JSON.stringify(value, undefined, 1).replaceAll(/\s+/g, ' ');
}
