import type { MadeBy } from '../kit/owner.ts';

/** What an APIKey says of itself to the keys that it made. */
export interface KeyView {
  readonly uid: string;
  readonly organization: string | undefined;
  readonly blocked: boolean;
  readonly tokenGeneration: number | undefined;
  readonly expiresAt: string | undefined;
  /** The key that made it, with the uid that it is bound to. */
  readonly madeBy: MadeBy | undefined;
}

interface KeysByName {
  /** Whose the key is that was made. */
  readonly organization: string | undefined;
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
    const called = calledFor(lookup.organization, name, parent);
    const refusal = refusalBy(called, { isKnown: passed.has(name), parent, uid });
    if (refusal !== undefined) return { refusal, ends, generations };
    if (parent?.expiresAt !== undefined) ends.push(parent.expiresAt);
    generations += parent?.tokenGeneration ?? 0;
    passed.add(name);
    next = parent?.madeBy;
  }
  return { refusal: undefined, ends, generations };
}

/** What a key that another one comes from is called in sentences. */
interface Called {
  readonly key: string;
  readonly maker: string;
  readonly successor: string;
  readonly first: string;
}

/** The platform may have made an organization's key, and what it has is not the organization's to know: only an own one is called by its name. */
function calledFor(
  organization: string | undefined,
  name: string,
  parent: KeyView | undefined,
): Called {
  if (organization !== undefined && parent?.organization !== organization) return STRANGER;
  const key = `the key "${name}"`;
  return { key, maker: `${key} that made this one`, successor: key, first: `"${name}"` };
}

const STRANGER: Called = {
  key: 'the key that made this one',
  maker: 'the key that made this one',
  successor: 'the key that is called so now',
  first: 'where they began',
};

function refusalBy(
  called: Called,
  found: { isKnown: boolean; parent: KeyView | undefined; uid: string | undefined },
): string | undefined {
  const { isKnown, parent, uid } = found;
  const rest = 'this key is refused with it';
  if (isKnown)
    return `createdBy: the keys lead back to ${called.first}: ${rest}; take createdBy out`;
  if (!parent) return `createdBy: ${called.maker} is gone, or its spec cannot be read: ${rest}`;
  if (uid !== undefined && uid !== parent.uid) {
    return `createdBy: ${called.successor} is not the one that made this key, which is gone: ${rest}`;
  }
  if (parent.expiresAt !== undefined && Number.isNaN(Date.parse(parent.expiresAt))) {
    return `createdBy: the end of ${called.key} cannot be read: ${rest}`;
  }
  return parent.blocked ? `createdBy: ${called.key} is blocked: ${rest}` : undefined;
}
