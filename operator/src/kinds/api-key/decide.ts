import { sha256 } from '@aicp/contracts/snapshot/digest';
import type { KeyFragment } from '@aicp/contracts/snapshot/fragments';
import { KEY_SHARDS, keySection } from '@aicp/contracts/snapshot/sections';
import type { ApiKeySpec } from '@aicp/crds/api-key';
import { accepted, refused, type Decision, type Placed } from '../decision.ts';
import { sourceOf, type SourceObject } from '../source-object.ts';
import { unenforcedLimits } from '../unenforced-limits.ts';
import type { ReferredObject } from '../world.ts';
import type { ApiKeyGathered } from './gather.ts';
import type { Parents } from './parents.ts';

/** The section that holds the key of this name: a shard by the name's hash. */
export const keySectionOf = (name: string): string =>
  keySection(Number.parseInt(sha256(name).slice(0, 8), 16) % KEY_SHARDS);

/**
 * A key's fragment. A blocked key stays in, so that the gateway can say why it refuses it, and so does one that belongs to what does
 * not exist. What it does not say of whom it belongs to, its team says.
 */
export function decideApiKey(
  object: SourceObject,
  spec: ApiKeySpec,
  { team, missing, parents }: ApiKeyGathered,
): Decision {
  const problem = unreadableDate(spec) ?? foreignTeam(spec, team);
  if (problem !== undefined) return refused('Invalid', problem);
  const placed = [placeKey(object, spec, { team, parents })];
  const blocked = spec.blocked ? ['blocked: requests with this key are refused'] : [];
  const orphaned = parents.refusal === undefined ? [] : [parents.refusal];
  const notes = [...blocked, ...orphaned, ...unenforcedLimits(spec)];
  return missing.length > 0
    ? refused('ReferenceNotFound', [...missing, ...notes].join('; '), placed)
    : accepted(placed, notes);
}

function placeKey(
  object: SourceObject,
  spec: ApiKeySpec,
  { team, parents }: { team: ReferredObject | undefined; parents: Parents },
): Placed {
  const fragment: KeyFragment = {
    source: sourceOf(object),
    id: object.name,
    hashes: hashesOf(spec, parents),
    role: spec.role === 'admin' ? 'org_admin' : spec.role,
    organization: spec.organizationId ?? team?.organization,
    businessUnit: spec.businessUnitId ?? team?.businessUnit,
    team: spec.teamId,
    user: spec.userId,
    allowedModels: spec.allowedModels ?? [],
    blocked: spec.blocked || parents.refusal !== undefined,
    metadata: spec.metadata ?? {},
  };
  return { section: keySectionOf(object.name), fragment };
}

function unreadableDate(spec: ApiKeySpec): string | undefined {
  const field = (['expiresAt', 'previousKeyExpiresAt'] as const).find(
    (name) => spec[name] !== undefined && Number.isNaN(Date.parse(spec[name])),
  );
  return field && `spec.${field}: there is no such moment: write another date`;
}

/** A key that claims one organization and a team of another would count for both: it is neither's. */
function foreignTeam(spec: ApiKeySpec, team: ReferredObject | undefined): string | undefined {
  const { organizationId, teamId = '' } = spec;
  const theirs = team?.organization;
  if (organizationId === undefined || theirs === undefined || theirs === organizationId) {
    return undefined;
  }
  return `spec.teamId: Team "${teamId}" belongs to Organization "${theirs}", not to "${organizationId}": name another; the key does not work until then`;
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
