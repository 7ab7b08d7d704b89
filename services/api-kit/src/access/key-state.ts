import type { KnownKey } from './keys-by-section.ts';

/** Why a key may not be used. */
export type KeyProblem = 'owner_missing' | 'blocked' | 'expired';

/** Why a key may not be used by this hash of it; undefined: it may. A rotated key's old hash ends before the new one. */
export function problemOf(key: KnownKey, hash: string, nowMs: number): KeyProblem | undefined {
  if (key.ownerMissing !== undefined) return 'owner_missing';
  if (key.blocked) return 'blocked';
  return (key.ends.get(hash) ?? 0) <= nowMs ? 'expired' : undefined;
}

/** What somebody is told whose key belongs to nobody any more; undefined where that is not so. */
export const ownerMissingOf = (key: Pick<KnownKey, 'ownerMissing'>): string | undefined =>
  key.ownerMissing === undefined
    ? undefined
    : `This API key does not work (key_owner_missing): ${key.ownerMissing}. Ask your administrator.`;
