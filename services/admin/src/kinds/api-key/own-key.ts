import type { Principal } from '@aicp/api-kit/access/principal';

/** A key, as far as it says whose it is. */
export interface HeldKey {
  /** metadata.name of the APIKey. */
  readonly id: string;
  readonly user?: string | undefined;
  readonly team?: string | undefined;
}

/**
 * Whether a principal may treat a key as its own. A person who signed in at the organization's provider has all keys that name that person.
 * The person that a key names is a claim of whoever made it: it reaches no further than the key's own team. `signedInWith` is the key that
 * the principal has; undefined for a person who signed in otherwise. That both are of one organization is for the caller to see to.
 */
export function isOwnKey(
  key: HeldKey,
  { kind, subject, keyName }: Principal,
  signedInWith: HeldKey | undefined,
): boolean {
  if (key.id === keyName) return true;
  if (subject === keyName || key.user !== subject) return false;
  return kind === 'user' || (signedInWith !== undefined && signedInWith.team === key.team);
}
