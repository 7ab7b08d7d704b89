import type { KeysBySection, KnownKey } from '@aicp/api-kit/access/keys-by-section';
import type { Starter } from './caller.ts';

type Keys = Pick<KeysBySection, 'ofUid' | 'all'>;

/** Keys and people, each in a text of its own. */
export interface AsOne {
  /** Who it is, and the keys of the same role that it comes from, with whom these name: whoever makes a key for what they do themselves knows it. */
  readonly same: ReadonlySet<string>;
  /** All of these, and every key that it comes from, whatever the role. */
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
  let isSame = true;
  for (let key: KnownKey | undefined = first; key; key = makerOf(key, keys)) {
    if (line.has(ofKey(key.uid))) break;
    isSame &&= key.role === first.role;
    for (const one of [ofKey(key.uid), ...ofPerson(key.user)]) {
      line.add(one);
      if (isSame) same.add(one);
    }
    // A maker that is gone is still whom it was made by.
    if (key.madeBy?.uid !== undefined && !keys.ofUid(key.madeBy.uid)) {
      line.add(ofKey(key.madeBy.uid));
    }
  }
  return { same, line };
}

function makerOf({ madeBy }: KnownKey, keys: Keys): KnownKey | undefined {
  if (madeBy?.uid !== undefined) return keys.ofUid(madeBy.uid);
  return madeBy && keyNamed(madeBy.key, keys);
}

/** The key of this metadata.name. */
export function keyNamed(name: string, keys: Pick<Keys, 'all'>): KnownKey | undefined {
  for (const key of keys.all()) if (key.id === name) return key;
  return undefined;
}

const ofKey = (uid: string): string => `key ${uid}`;

const ofPerson = (user: string | undefined): string[] =>
  user === undefined ? [] : [`person ${user}`];
