import type { MadeBy } from '../kit/owner.ts';

/** What an APIKey says of itself to the keys that it made. */
export interface KeyView {
  readonly uid: string;
  readonly blocked: boolean;
  readonly tokenGeneration: number | undefined;
  readonly expiresAt: string | undefined;
  /** The key that made it, with the uid that it is bound to. */
  readonly madeBy: MadeBy | undefined;
}

interface KeysByName {
  /** An APIKey whose spec can be read. */
  key(name: string): KeyView | undefined;
}

/** What the keys that a key comes from leave of it. */
export interface Parents {
  /** Why the key is refused, where one of them is blocked, gone, or another key under the same name. */
  readonly refusal: string | undefined;
  /** Ends of those that end; the key ends with the first of them. */
  readonly ends: readonly string[];
  /** The sum of their token generations: it grows when any of them is blocked. */
  readonly generations: number;
}

/** Goes from a key to the very key that made it, and on to the one that made that. */
export function parentsOf(madeBy: MadeBy | undefined, lookup: KeysByName): Parents {
  const passed = new Set<string>();
  const ends: string[] = [];
  let generations = 0;
  let next = madeBy;
  while (next !== undefined) {
    const { key: name, uid } = next;
    const parent = lookup.key(name);
    const refusal = refusalBy(name, { isKnown: passed.has(name), parent, uid });
    if (refusal !== undefined) return { refusal, ends, generations };
    if (parent?.expiresAt !== undefined) ends.push(parent.expiresAt);
    generations += parent?.tokenGeneration ?? 0;
    passed.add(name);
    next = parent?.madeBy;
  }
  return { refusal: undefined, ends, generations };
}

function refusalBy(
  name: string,
  found: { isKnown: boolean; parent: KeyView | undefined; uid: string | undefined },
): string | undefined {
  const { isKnown, parent, uid } = found;
  const rest = 'this key is refused with it';
  if (isKnown) return `createdBy: the keys lead back to "${name}": ${rest}; take createdBy out`;
  if (!parent)
    return `createdBy: the key "${name}" that made this one is gone, or its spec cannot be read: ${rest}`;
  if (uid !== undefined && uid !== parent.uid) {
    return `createdBy: the key "${name}" is not the one that made this key, which is gone: ${rest}`;
  }
  if (parent.expiresAt !== undefined && Number.isNaN(Date.parse(parent.expiresAt))) {
    return `createdBy: the end of the key "${name}" cannot be read: ${rest}`;
  }
  return parent.blocked ? `createdBy: the key "${name}" is blocked: ${rest}` : undefined;
}
