import { Problem } from '@aicp/common/errors/problem';
import type { CollectionService } from '../resources/collections/collection-service.ts';
import type { StoredObject } from '../resources/stored-object.ts';
import type { WriteContext } from '../resources/write-hooks.ts';
import type { SimulatedPolicy } from './policy-fragment.ts';

/** What is simulated. */
export interface WantedPolicy {
  /** Of the policy that is changed or taken away; undefined of a new one. */
  readonly id: string | undefined;
  /** As it would be; undefined where it is taken away. */
  readonly policy: SimulatedPolicy | undefined;
  readonly isRemoved: boolean;
}

/** A name that no object has: what is tried gets none. */
const NEW_ID = '(simulated)';

/**
 * The policy that a body tells of, checked as it would be where it was written, by whom it is: rights, schema, rules, and what the Kubernetes API says of a dry run. Rejects with
 * a Problem as a write does, paths beginning with `policy`.
 */
export async function simulatedPolicyOf(
  service: CollectionService,
  context: WriteContext,
  {
    policy: sent,
    nowMs,
  }: { readonly policy: Readonly<Record<string, unknown>>; readonly nowMs: number },
): Promise<WantedPolicy> {
  const { id, remove, ...body } = sent;
  const trial = { ...context, dryRun: true };
  try {
    if (typeof id !== 'string') {
      if (remove === true)
        throw new Problem(422, 'Say by `policy.id` which policy is to be taken away.');
      const { spec } = await service.create(trial, sent);
      const created = new Date(nowMs).toISOString();
      return { id: undefined, policy: { id: NEW_ID, created, spec }, isRemoved: false };
    }
    const seen = await service.get(context, id);
    if (remove === true) {
      await service.remove(trial, seen);
      return { id: seen.metadata.name, policy: undefined, isRemoved: true };
    }
    return changed(seen, await service.update(trial, seen, body), nowMs);
  } catch (error) {
    throw inPolicy(error);
  }
}

const changed = (seen: StoredObject, { spec }: StoredObject, nowMs: number): WantedPolicy => {
  const { name, creationTimestamp } = seen.metadata;
  const created = creationTimestamp ?? new Date(nowMs).toISOString();
  return { id: name, policy: { id: name, created, spec }, isRemoved: false };
};

/** The same error, of a body in which the policy stands under a name. */
function inPolicy(error: unknown): unknown {
  if (!(error instanceof Problem) || !error.errors) return error;
  const errors = error.errors.map((one) => ({
    ...one,
    path: ['policy', one.path].filter((part) => part !== '').join('.'),
  }));
  return new Problem(error.status, error.detail, { errors, cause: error });
}
