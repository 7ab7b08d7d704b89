import type { KnownKey } from './directory.ts';

/** Why a key may not be used. */
export type KeyProblem = 'blocked' | 'expired';

/** Why a key may not be used by this hash of it; undefined: it may. A rotated key's old hash ends before the new one. */
export function problemOf(key: KnownKey, hash: string, nowMs: number): KeyProblem | undefined {
  if (key.blocked) return 'blocked';
  return (key.ends.get(hash) ?? 0) <= nowMs ? 'expired' : undefined;
}
