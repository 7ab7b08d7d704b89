import { Problem } from '@aicp/common/errors/problem';
import { abtest } from '@aicp/crds/abtest';
import { model } from '@aicp/crds/model';
import type { Spec } from '../../resources/collection.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';

type Models = Pick<ObjectStore, 'list'>;

/** Throws a Problem (409) where another test moves requests for the base model of this one, which is about to; `name` is its metadata.name. */
export function requireOnlyOne(store: Models, name: string, spec: Spec): void {
  const base = baseOf(store, spec);
  const other = store
    .list(abtest)
    .find(
      (one) =>
        one.metadata.name !== name &&
        movesRequests(one.spec) &&
        one.spec['organizationId'] === spec['organizationId'] &&
        baseOf(store, one.spec) === base,
    );
  if (!other) return;
  const state = String(other.spec['state']);
  throw new Problem(
    409,
    `The A/B test "${other.metadata.name}" is ${state} and has the same base model, "${String(spec['baseModel'])}": end or delete that one first.`,
  );
}

/** Throws a Problem (409) where an edit gives a test that moves requests the base model of another one that does. */
export function requireFreeBase(store: Models, before: StoredObject, spec: Spec): Spec {
  if (movesRequests(spec) && before.spec['baseModel'] !== spec['baseModel']) {
    requireOnlyOne(store, before.metadata.name, spec);
  }
  return spec;
}

/** Whether a test has a variant serve requests. */
export const movesRequests = ({ state }: Spec): boolean =>
  state === 'running' || state === 'promoted';

/** metadata.name of the model that a test calls its base, by id or alias; the name itself where there is none. The platform's come before an organization's. */
function baseOf(store: Models, { baseModel, organizationId }: Spec): unknown {
  const called = store.list(model).filter(({ spec }) => {
    const aliases = spec['aliases'];
    const isAlias = Array.isArray(aliases) && aliases.includes(baseModel);
    return spec['modelId'] === baseModel || isAlias;
  });
  const ofOwner = (owner: unknown) =>
    called.find(({ spec }) => spec['organizationId'] === owner)?.metadata.name;
  return ofOwner(undefined) ?? ofOwner(organizationId) ?? baseModel;
}
