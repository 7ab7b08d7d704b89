import type { ApiKeySpec } from '@aicp/crds/api-key';
import type { PromptVersionSpec } from '@aicp/crds/prompt-version';
import { REFERRED_KINDS } from '../kinds/references/referred-kinds.ts';
import type { KeyView, ReferredObject, World } from '../kinds/world.ts';
import type { Reading } from './read-spec.ts';

/** What the specs of all those kinds may say. */
interface Belongs {
  readonly organizationId?: string | undefined;
  readonly businessUnitId?: string | undefined;
}

/** The objects that others refer to by name, from readings that come oldest first. */
export function referredObjects(
  readings: readonly Reading[],
): Pick<World, 'referred' | 'promptVersion' | 'key'> {
  const byKind = new Map<string, Map<string, ReferredObject>>(
    REFERRED_KINDS.map((kind) => [kind, new Map()]),
  );
  const versions = new Map<string, string>();
  const keys = new Map<string, KeyView>();
  for (const { object, spec } of readings) {
    byKind.get(object.kind)?.set(object.name, referredFrom(spec));
    if (object.kind === 'APIKey' && spec !== undefined) {
      keys.set(object.name, keyView(object.uid, spec as ApiKeySpec));
    }
    if (object.kind !== 'PromptVersion' || spec === undefined) continue;
    const { prompt, version } = spec as PromptVersionSpec;
    const key = `${prompt} ${version}`;
    if (!versions.has(key)) versions.set(key, object.name);
  }
  return {
    referred: (kind, name) => byKind.get(kind)?.get(name),
    key: (name) => keys.get(name),
    promptVersion: (prompt, version) => versions.get(`${prompt} ${version}`),
  };
}

function referredFrom(spec: unknown): ReferredObject {
  const { organizationId, businessUnitId } = (spec ?? {}) as Belongs;
  return { organization: organizationId, businessUnit: businessUnitId };
}

const keyView = (uid: string, { blocked, expiresAt, createdBy }: ApiKeySpec): KeyView => ({
  uid,
  blocked,
  expiresAt,
  createdBy,
});
