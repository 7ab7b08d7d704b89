import { invalid } from '@aicp/api-kit/route/field-errors';
import { Problem } from '@aicp/common/errors/problem';
import { controlPlane, type ControlPlaneSpec } from '@aicp/crds/control-plane';
import { model } from '@aicp/crds/model';
import type { ObjectStore } from '../resources/store.ts';
import type { StoredObject } from '../resources/stored-object.ts';
import type { CacheSettings } from './cache-schemas.ts';

type Models = Pick<ObjectStore, 'list'>;

/** How answers are kept, as the ControlPlane says, and what keeps alike questions from being answered. */
export function settingsOf(store: Models, object: StoredObject): CacheSettings {
  const { features, cache } = controlPlane.spec.parse(object.spec);
  return {
    is_enabled: features.semanticCache,
    scope: cache.scope,
    ttl_seconds: cache.ttlSeconds,
    max_bytes: cache.maxBytes,
    max_answer_bytes: cache.maxAnswerBytes,
    max_temperature: Number(cache.maxTemperature),
    epoch: cache.epoch,
    organization_epochs: { ...cache.organizationEpochs },
    semantic: cache.semantic ? semanticOf(store, cache.semantic) : null,
  };
}

const semanticOf = (
  store: Models,
  semantic: NonNullable<ControlPlaneSpec['cache']['semantic']>,
): CacheSettings['semantic'] => ({
  model: semantic.model,
  threshold: Number(semantic.threshold),
  max_bytes: semantic.maxBytes,
  problem: whyNoEmbeddings(store, semantic.model) ?? null,
});

/** Throws a Problem (422) where a model that is to tell how alike questions are cannot do that. */
export function requireEmbeddings(store: Models, name: string | undefined): void {
  const message = name === undefined ? undefined : whyNoEmbeddings(store, name);
  if (message !== undefined) throw invalid([{ path: 'semantic.model', message }]);
}

/** Why a name stands for no model that makes embeddings; undefined: it does. Only models of the platform are asked. */
function whyNoEmbeddings(store: Models, name: string): string | undefined {
  const specs = store
    .list(model)
    .map(({ spec }) => spec)
    .filter(({ organizationId }) => organizationId === undefined);
  const found =
    specs.find(({ modelId }) => modelId === name) ??
    specs.find(({ aliases }) => Array.isArray(aliases) && aliases.includes(name));
  const remedy = 'name a model of the platform with mode embedding';
  if (!found) return `there is no model "${name}" of the platform: create it, or ${remedy}`;
  if (found['mode'] !== 'embedding') return `"${name}" makes no embeddings: ${remedy}`;
  return found['isActive'] === false
    ? `"${name}" is switched off: switch it on, or ${remedy}`
    : undefined;
}

/** Errors that name fields of the ControlPlane name those of the body. */
export async function inWordsOfTheCache(update: Promise<StoredObject>): Promise<StoredObject> {
  try {
    return await update;
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors) throw error;
    const errors = error.errors.map((one) => ({ ...one, path: inBody(one.path) }));
    throw new Problem(error.status, inBody(error.detail), { errors, cause: error });
  }
}

const inBody = (text: string): string =>
  text.replaceAll('features.semantic_cache', 'is_enabled').replaceAll(/\bcache\.(?=[a-z])/g, '');
