import type { KeysBySection, KnownKey } from '@aicp/api-kit/access/keys-by-section';
import type { Starter } from './caller.ts';

type Keys = Pick<KeysBySection, 'ofUid' | 'all'>;

/** Keys and people, each in a text of its own. */
export interface AsOne {
  /** Who it is, and the keys and persons of the same role that made it or rotated it last, with whom these name: whoever makes a key for what they do themselves knows it. */
  readonly same: ReadonlySet<string>;
  /** All of these, and everybody who made it or rotated it last, whatever the role. */
  readonly line: ReadonlySet<string>;
}

/**
 * Whether two count as one where nobody decides for what they started: they are the same, one comes from the other, or both are used by one person. Keys that an administrator made for two others are not
 * one: the administrator is each of them.
 */
export const areOne = (a: AsOne, b: AsOne): boolean =>
  !a.same.isDisjointFrom(b.line) || !a.line.isDisjointFrom(b.same);

/** Whom somebody counts as one with. What a key said of its person when it started something counts as what it says now does. */
export function asOne({ delegator, user }: Pick<Starter, 'delegator' | 'user'>, keys: Keys): AsOne {
  if (delegator.type === 'person') {
    const { email } = delegator.signOn;
    return asPerson(...(email === undefined ? [] : [email]), delegator.user);
  }
  const key = keys.ofUid(delegator.uid);
  const own = [ofKey(delegator.uid), ...ofPerson(user)];
  const known = key ? asKey(key, keys) : undefined;
  return {
    same: new Set([...own, ...(known?.same ?? [])]),
    line: new Set([...own, ...(known?.line ?? [])]),
  };
}

/** Somebody who signs in, by the names that they have. */
export function asPerson(...names: readonly string[]): AsOne {
  const same = new Set(names.flatMap(ofPerson));
  return { same, line: same };
}

/** A key of the snapshot. */
export function asKey(first: KnownKey, keys: Keys): AsOne {
  const same = new Set<string>();
  const line = new Set<string>();
  const add = (texts: readonly string[], isSame: boolean): void => {
    for (const one of texts) {
      line.add(one);
      if (isSame) same.add(one);
    }
  };
  const passed = new Set<string>();
  const look = (key: KnownKey, wasSame: boolean): void => {
    const isSame = wasSame && key.role === first.role;
    const at = `${key.uid} ${isSame}`;
    if (passed.has(at)) return;
    passed.add(at);
    add([ofKey(key.uid), ...ofPerson(key.user)], isSame);
    add(ofPerson(key.givenTo?.person), isSame && key.givenTo?.role === first.role);
    for (const { uid, known } of holdersOf(key, keys)) {
      if (known) look(known, isSame);
      // One that is gone is still whom it was made by, or told to.
      else if (uid !== undefined) add([ofKey(uid)], false);
    }
  };
  look(first, true);
  return { same, line };
}

/** The keys that know a key: the one that made it, and the one that it was last told to. */
const holdersOf = ({ madeBy, givenTo }: KnownKey, keys: Keys) =>
  [madeBy, givenTo]
    .filter((by) => by?.key !== undefined)
    .map((by) => ({ uid: by?.uid, known: holderIn(by, keys) }));

function holderIn(
  by: { readonly key?: string | undefined; readonly uid?: string | undefined } | undefined,
  keys: Keys,
): KnownKey | undefined {
  if (by?.uid !== undefined) return keys.ofUid(by.uid);
  return by?.key === undefined ? undefined : keyNamed(by.key, keys);
}

/** The key of this metadata.name. */
export function keyNamed(name: string, keys: Pick<Keys, 'all'>): KnownKey | undefined {
  for (const key of keys.all()) if (key.id === name) return key;
  return undefined;
}

const ofKey = (uid: string): string => `key ${uid}`;

const ofPerson = (user: string | undefined): string[] =>
  user === undefined ? [] : [`person ${user}`];
