import type { Delegator } from '../../delegation/assertion.ts';
import type { KeyFragment } from '../../snapshot/sections/keys.ts';
import { toAllowedModels, type AllowedModels } from '../catalog/entitlement.ts';

/** Who sends a request: a key, and the organization, team and user that it belongs to. */
export interface Principal {
  /** Name of the APIKey. */
  readonly key: string;
  /** metadata.uid of the APIKey; absent: there is none. */
  readonly uid?: string | undefined;
  /** Grows with every block of the key: what was given for it at another number has ended. */
  readonly tokenGeneration?: number | undefined;
  readonly organization: string | undefined;
  /** metadata.uid of that Organization: another one of the same name is not meant; absent: there is none, or nobody can tell. */
  readonly organizationUid?: string | undefined;
  readonly businessUnit: string | undefined;
  readonly team: string | undefined;
  /** metadata.uid of that Team: another one of the same name is not meant; absent: there is none, or nobody can tell. */
  readonly teamUid?: string | undefined;
  readonly user: string | undefined;
  readonly allowed: AllowedModels;
  /** The role of the key; absent: none that lets it edit anything. */
  readonly role?: KeyFragment['role'] | undefined;
  readonly blocked: boolean;
  /** What is missing of whom the key belongs to, as part of a sentence: it serves nothing. */
  readonly ownerMissing: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  /** Requests and tokens a minute that the key itself allows. */
  readonly rpmLimit?: number | undefined;
  readonly tpmLimit?: number | undefined;
  /** What the key itself may spend. */
  readonly maxBudget?: KeyFragment['maxBudget'];
  /** As the credential says it by which another service asks for them; absent: they ask themselves. */
  readonly delegator?: Delegator | undefined;
  /** The step of an execution that sends the request for them; absent: they send it themselves. */
  readonly step?: { readonly id: string; readonly step: string } | undefined;
}

/** One secret of a principal: after a rotation there are two for a while. */
export interface KeyEntry {
  readonly principal: Principal;
  /** Milliseconds since 1970 at which it stops working; Infinity: never. */
  readonly until: number;
}

/** The principal of a key. */
export const toPrincipal = (fragment: KeyFragment): Principal => ({
  key: fragment.id,
  uid: fragment.source.uid,
  tokenGeneration: fragment.tokenGeneration,
  organization: fragment.organization,
  organizationUid: fragment.boundTo?.organizationUid,
  businessUnit: fragment.businessUnit,
  team: fragment.team,
  teamUid: fragment.teamUid,
  user: fragment.user,
  allowed: toAllowedModels(fragment.allowedModels),
  role: fragment.role,
  blocked: fragment.blocked,
  ownerMissing: fragment.ownerMissing,
  metadata: fragment.metadata,
  rpmLimit: fragment.rpmLimit,
  tpmLimit: fragment.tpmLimit,
  maxBudget: fragment.maxBudget,
});

/** A key's entries, by the SHA-256 (hex) of each secret. */
export function toKeyEntries(fragment: KeyFragment): [string, KeyEntry][] {
  const principal = toPrincipal(fragment);
  return fragment.hashes.map(({ hash, until }) => [
    hash,
    { principal, until: until === undefined ? Infinity : Date.parse(until) },
  ]);
}
