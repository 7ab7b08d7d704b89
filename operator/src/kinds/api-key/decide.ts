import { nanoUsdOf } from '@aicp/contracts/budgets/usd-text';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import type { KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import { KEY_SHARDS, keySection } from '@aicp/contracts/snapshot/sections/keys';
import type { ApiKeySpec } from '@aicp/crds/api-key';
import { moneyWindowOf } from '../budget/max-budget.ts';
import {
  accepted,
  notAccepted,
  type KindVerdict,
  type SectionFragment,
} from '../kit/kind-verdict.ts';
import type { Owner, OwnerProblem } from '../kit/owner.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';
import type { Parents } from './parents.ts';

/** Whom an APIKey belongs to. */
export interface ApiKeyGathered {
  readonly owner: Owner | undefined;
  /** The keys that it comes from. */
  readonly parents: Parents;
  /** Why its limit on money does nothing. */
  readonly free?: string | undefined;
}

/** The section that holds the key of this name: a shard by the name's hash. */
export const keySectionOf = (name: string): string =>
  keySection(Number.parseInt(sha256(name).slice(0, 8), 16) % KEY_SHARDS);

/**
 * A key's fragment. A blocked key stays in, so that services can say why they refuse it, and so does one that belongs to what does not
 * exist, or to another one than it was made for: it serves nothing and does not log in.
 */
export function decideApiKey(
  object: SourceObject,
  spec: ApiKeySpec,
  { owner = UNKNOWN, parents, free }: ApiKeyGathered,
): KindVerdict {
  const problem = unreadableDate(spec);
  if (problem !== undefined) return notAccepted('Invalid', problem);
  const fragments = [keyFragmentOf(object, spec, { owner, parents })];
  const blocked = spec.blocked ? ['blocked: requests with this key are refused'] : [];
  const orphaned = parents.refusal === undefined ? [] : [parents.refusal];
  const notes = [...blocked, ...orphaned];
  if (!owner.problem) return { ...accepted(fragments, notes), unenforced: free };
  const { reason, message } = owner.problem;
  return notAccepted(
    reason,
    [`${message}; the key does not work until then`, ...notes].join('; '),
    fragments,
  );
}

const NEVER_RESOLVED: OwnerProblem = {
  reason: 'ReferenceNotFound',
  message: 'whom it belongs to is not resolved',
  missing: 'whom it belongs to is not known',
};
/** A key that nobody resolved an owner for serves nothing. */
const UNKNOWN: Owner = {
  organization: undefined,
  businessUnit: undefined,
  binding: undefined,
  problem: NEVER_RESOLVED,
};

function keyFragmentOf(
  object: SourceObject,
  spec: ApiKeySpec,
  { owner, parents }: { owner: Owner; parents: Parents },
): SectionFragment {
  const { organization, businessUnit, teamUid, parent, problem } = owner;
  const fragment: KeyFragment = {
    source: sourceOf(object),
    id: object.name,
    hashes: hashesOf(spec, parents),
    role: roleOf(spec.role),
    organization,
    boundTo: boundTo(owner),
    madeBy: parent && { key: parent.key, uid: parent.uid },
    givenTo: givenToOf(spec),
    businessUnit,
    team: spec.teamId,
    teamUid,
    user: spec.userId,
    allowedModels: spec.allowedModels ?? [],
    rpmLimit: spec.rpmLimit,
    tpmLimit: spec.tpmLimit,
    maxBudget: maxBudgetOf(spec),
    // An older replica knows nothing of owners, and refuses what is blocked.
    blocked: spec.blocked || parents.refusal !== undefined || problem !== undefined,
    // None at all, where none was ever blocked: replicas of an earlier version make tokens that do not say it.
    tokenGeneration: (spec.tokenGeneration ?? 0) + parents.generations || undefined,
    ownerMissing: problem?.missing,
    metadata: spec.metadata ?? {},
  };
  return { section: keySectionOf(object.name), fragment };
}

const givenToOf = ({ givenTo }: ApiKeySpec): KeyFragment['givenTo'] =>
  givenTo && { ...givenTo, role: givenTo.role && roleOf(givenTo.role) };

/** `admin` is another word for `org_admin`. */
const roleOf = (role: ApiKeySpec['role']): KeyFragment['role'] =>
  role === 'admin' ? 'org_admin' : role;

const maxBudgetOf = ({ maxBudget, budgetDuration }: ApiKeySpec): KeyFragment['maxBudget'] =>
  maxBudget === undefined
    ? undefined
    : { limit: String(nanoUsdOf(maxBudget)), window: moneyWindowOf(budgetDuration) };

const boundTo = ({ binding }: Owner): KeyFragment['boundTo'] =>
  binding && { organization: binding.organization, organizationUid: binding.organizationUid };

function unreadableDate(spec: ApiKeySpec): string | undefined {
  const field = (['expiresAt', 'previousKeyExpiresAt'] as const).find(
    (name) => spec[name] !== undefined && Number.isNaN(Date.parse(spec[name])),
  );
  return field && `spec.${field}: there is no such moment: write another date`;
}

/** A key ends with the keys that it comes from, at the latest. */
function hashesOf(spec: ApiKeySpec, { ends }: Parents): KeyFragment['hashes'] {
  const { keyHash, expiresAt, previousKeyHash, previousKeyExpiresAt } = spec;
  const until = earliest([expiresAt, ...ends]);
  const hashes = [{ hash: keyHash, ...(until === undefined ? {} : { until }) }];
  if (previousKeyHash !== undefined && previousKeyExpiresAt !== undefined) {
    hashes.push({
      hash: previousKeyHash,
      until: earliest([previousKeyExpiresAt, until]) ?? previousKeyExpiresAt,
    });
  }
  return hashes;
}

const earliest = (moments: readonly (string | undefined)[]): string | undefined =>
  moments
    .filter((one): one is string => one !== undefined)
    .reduce<string | undefined>(
      (first, one) => (first !== undefined && Date.parse(first) <= Date.parse(one) ? first : one),
      undefined,
    );
