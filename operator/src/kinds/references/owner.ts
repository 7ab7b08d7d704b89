import type { Decision } from '../decision.ts';
import { missingObjects, referencesTo } from './object-references.ts';
import type { World } from '../world.ts';

/** A sentence on the organization that a spec of any kind belongs to, where that does not exist. */
export function missingOwner(spec: unknown, world: Pick<World, 'referred'>): string[] {
  const { organizationId } = spec as { readonly organizationId?: string };
  const references = referencesTo('Organization', 'organizationId', organizationId);
  return missingObjects(references, organizationId, world);
}

/** A decision that also says that the owner is missing. The object acts all the same, for the requests that carry that id. */
export function withMissingOwner(decision: Decision, missing: readonly string[]): Decision {
  const { reason, message } = decision;
  if (missing.length === 0) return decision;
  if (reason === 'ReferenceNotFound') {
    return { ...decision, message: [...missing, message].join('; ') };
  }
  if (reason !== 'Accepted') return decision;
  return { ...decision, reason: 'ReferenceNotFound', message: missing.join('; ') };
}
