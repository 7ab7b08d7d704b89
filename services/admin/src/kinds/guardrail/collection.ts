import { guardrail } from '@aicp/crds/guardrail';
import { collectionOf, type Collection, type Spec } from '../../resources/collection.ts';
import { isForeignPlatforms } from '../../resources/rights.ts';

/** What says which words the platform does not want to see, whom it asks, and which tenants it has an eye on. */
const KEPT = ['blockedKeywords', 'detectors', 'external', 'appliesTo'];

/**
 * Guardrails. Organizations read of the platform's, which act on their requests, what kinds of things they look for and what they do; their
 * conditions name what is kept from organizations.
 */
export function guardrailCollection(): Collection {
  const collection = collectionOf(guardrail, {
    hasPrivateConditions: ({ spec }) => spec['organizationId'] === undefined,
    shownTo: {
      fields: KEPT,
      of: (object, reader) =>
        isForeignPlatforms(collection, object, reader) ? withoutKept(object.spec) : object.spec,
    },
  });
  return collection;
}

const withoutKept = (spec: Spec): Spec =>
  Object.fromEntries(Object.entries(spec).filter(([field]) => !KEPT.includes(field)));
