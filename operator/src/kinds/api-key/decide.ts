import { sha256 } from '@aicp/contracts/snapshot/digest';
import type { KeyFragment } from '@aicp/contracts/snapshot/fragments';
import { KEY_SHARDS, keySection } from '@aicp/contracts/snapshot/sections';
import type { ApiKeySpec } from '@aicp/crds/api-key';
import { accepted, refused, type Decision } from '../decision.ts';
import { sourceOf, type SourceObject } from '../source-object.ts';

/** The section that holds the key of this name: a shard by the name's hash. */
export const keySectionOf = (name: string): string =>
  keySection(Number.parseInt(sha256(name).slice(0, 8), 16) % KEY_SHARDS);

/** A key's fragment. A blocked key stays in, so that the gateway can say why it refuses it. */
export function decideApiKey(object: SourceObject, spec: ApiKeySpec): Decision {
  const unreadable = (['expiresAt', 'previousKeyExpiresAt'] as const).find(
    (field) => spec[field] !== undefined && Number.isNaN(Date.parse(spec[field])),
  );
  if (unreadable) {
    return refused('Invalid', `spec.${unreadable}: there is no such moment: write another date`);
  }
  const fragment: KeyFragment = {
    source: sourceOf(object),
    id: object.name,
    hashes: hashesOf(spec),
    role: spec.role === 'admin' ? 'org_admin' : spec.role,
    organization: spec.organizationId,
    businessUnit: spec.businessUnitId,
    team: spec.teamId,
    user: spec.userId,
    allowedModels: spec.allowedModels ?? [],
    blocked: spec.blocked,
    metadata: spec.metadata ?? {},
  };
  const notes = spec.blocked ? ['blocked: requests with this key are refused'] : [];
  return accepted([{ section: keySectionOf(object.name), fragment }], notes);
}

function hashesOf(spec: ApiKeySpec): KeyFragment['hashes'] {
  const { expiresAt, previousKeyHash, previousKeyExpiresAt } = spec;
  const hashes = [{ hash: spec.keyHash, ...(expiresAt ? { until: expiresAt } : {}) }];
  if (previousKeyHash && previousKeyExpiresAt) {
    const until = earlier(previousKeyExpiresAt, expiresAt);
    hashes.push({ hash: previousKeyHash, until });
  }
  return hashes;
}

const earlier = (a: string, b: string | undefined): string =>
  b !== undefined && Date.parse(b) < Date.parse(a) ? b : a;
