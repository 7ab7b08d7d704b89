import type { ApiKeySpec } from '@aicp/crds/api-key';
import type { PromptVersionSpec } from '@aicp/crds/prompt-version';
import type { Owner, Owners } from '../kinds/ownership/resolve-owners.ts';
import { REFERRED_KINDS } from '../kinds/references/referred-kinds.ts';
import type { SourceObject } from '../kinds/source-object.ts';
import type { KeyView, ReferredObject, World } from '../kinds/world.ts';
import type { Reading } from './read-spec.ts';

/** The objects that others refer to by name, from readings that come oldest first. */
export function referredObjects(
  readings: readonly Reading[],
  owners: Owners,
): Pick<World, 'referred' | 'promptVersion' | 'key'> {
  const byKind = new Map<string, Map<string, ReferredObject>>(
    REFERRED_KINDS.map((kind) => [kind, new Map()]),
  );
  const versions = new Map<string, string>();
  const keys = new Map<string, KeyView>();
  for (const { object, spec } of readings) {
    byKind.get(object.kind)?.set(object.name, referredFrom(object, owners));
    if (object.kind === 'APIKey' && spec !== undefined) {
      keys.set(object.name, keyView(object.uid, spec as ApiKeySpec, owners.get(object.uid)));
    }
    if (object.kind !== 'PromptVersion' || spec === undefined) continue;
    const { prompt, version, organizationId } = spec as PromptVersionSpec;
    const key = versionKey(prompt, version, organizationId);
    if (!versions.has(key)) versions.set(key, object.name);
  }
  return {
    referred: (kind, name) => byKind.get(kind)?.get(name),
    key: (name) => keys.get(name),
    promptVersion: (prompt, version, organization) =>
      versions.get(versionKey(prompt, version, organization)),
  };
}

const versionKey = (prompt: string, version: number, organization: string | undefined): string =>
  JSON.stringify([organization ?? '', prompt, version]);

/** An Organization is its own: no other one's object may refer to it. */
function referredFrom({ kind, name, uid }: SourceObject, owners: Owners): ReferredObject {
  const owner = owners.get(uid);
  return {
    organization: kind === 'Organization' ? name : owner?.organization,
    isOwned: owner !== undefined && owner.problem === undefined,
  };
}

const keyView = (
  uid: string,
  { blocked, tokenGeneration, expiresAt }: ApiKeySpec,
  owner: Owner | undefined,
): KeyView => ({ uid, blocked, tokenGeneration, expiresAt, madeBy: owner?.parent });
