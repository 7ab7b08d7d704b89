import type { KeyFragment } from '../snapshot/fragments.ts';
import { toAllowedModels, type AllowedModels } from './allowed-models.ts';

/** Whose key came with a request. */
export interface Caller {
  /** Name of the APIKey. */
  readonly key: string;
  readonly organization: string | undefined;
  readonly businessUnit: string | undefined;
  readonly team: string | undefined;
  readonly user: string | undefined;
  readonly allowed: AllowedModels;
  readonly blocked: boolean;
  /** What is missing of whom the key belongs to, as part of a sentence: it serves nothing. */
  readonly ownerMissing: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
}

/** One secret of a caller: after a rotation there are two for a while. */
export interface KeyEntry {
  readonly caller: Caller;
  /** Milliseconds since 1970 at which it stops working; Infinity: never. */
  readonly until: number;
}

/** What stands in for a caller before one is known. */
export const NOBODY: Caller = {
  key: '',
  organization: undefined,
  businessUnit: undefined,
  team: undefined,
  user: undefined,
  allowed: { all: false, exact: new Set(), prefixes: [] },
  blocked: true,
  ownerMissing: undefined,
  metadata: {},
};

/** Whose a key is. */
export const toCaller = (fragment: KeyFragment): Caller => ({
  key: fragment.id,
  organization: fragment.organization,
  businessUnit: fragment.businessUnit,
  team: fragment.team,
  user: fragment.user,
  allowed: toAllowedModels(fragment.allowedModels),
  blocked: fragment.blocked,
  ownerMissing: fragment.ownerMissing,
  metadata: fragment.metadata,
});

/** A key's entries, by the SHA-256 (hex) of each secret. */
export function toKeyEntries(fragment: KeyFragment): [string, KeyEntry][] {
  const caller = toCaller(fragment);
  return fragment.hashes.map(({ hash, until }) => [
    hash,
    { caller, until: until === undefined ? Infinity : Date.parse(until) },
  ]);
}
