import { isDeepEqual, isPlain, type Tree } from './tree.ts';

/** A field that two people changed to different values. */
export interface MergeConflict {
  /** `spec.limits.rpm`. */
  readonly path: string;
  readonly base: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
}

export interface Merged {
  /** Theirs, with every field of mine that I changed. In a conflict mine stands. */
  readonly merged: Tree;
  readonly conflicts: readonly MergeConflict[];
}

/** What three states of an object are: what I began from, what is there now, and what I made of it. */
export interface ThreeStates {
  readonly base: Tree;
  readonly theirs: Tree;
  readonly mine: Tree;
}

/**
 * Puts my changes on top of theirs, field by field at every depth. Lists count as one value. What only one of us changed stays as they made it; what both
 * changed to different values is told as a conflict.
 */
export function threeWayMerge({ base, theirs, mine }: ThreeStates): Merged {
  const conflicts: MergeConflict[] = [];
  const merged = mergeTrees({ base, theirs, mine }, [], conflicts);
  return { merged, conflicts };
}

function mergeTrees(states: ThreeStates, path: readonly string[], conflicts: MergeConflict[]) {
  const { base, theirs, mine } = states;
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  const merged: [string, unknown][] = [];
  for (const name of names) {
    const value = mergeValues(
      { base: at(base, name), theirs: at(theirs, name), mine: at(mine, name) },
      [...path, name],
      conflicts,
    );
    if (value !== undefined) merged.push([name, value]);
  }
  return Object.fromEntries(merged);
}

interface ThreeValues {
  readonly base: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
}

/** Undefined: the field goes. */
function mergeValues(
  { base, theirs, mine }: ThreeValues,
  path: readonly string[],
  conflicts: MergeConflict[],
): unknown {
  if (isDeepEqual(theirs, mine) || isDeepEqual(base, mine)) return theirs;
  if (isDeepEqual(base, theirs)) return mine;
  if (isPlain(theirs) && isPlain(mine)) {
    return mergeTrees({ base: isPlain(base) ? base : {}, theirs, mine }, path, conflicts);
  }
  conflicts.push({ path: path.join('.'), base, theirs, mine });
  return mine;
}

/** A name may be one that every object inherits, such as `constructor`. */
const at = (tree: Tree, name: string): unknown =>
  Object.hasOwn(tree, name) ? tree[name] : undefined;
