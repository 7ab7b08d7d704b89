import { MASK } from '@aicp/api-kit/audit/mask';
import { detector } from '@aicp/crds/detector';
import { collectionOf, type Collection, type Spec } from '../../resources/collection.ts';
import { isForeignPlatforms } from '../../resources/rights.ts';

/** Types whose patterns are words or expressions of whoever wrote them; those of others are names of kinds of personal data. */
const OF_WORDS: readonly unknown[] = ['regex', 'keyword'];

/**
 * Detectors. Organizations may name the platform's in guardrails of their own: they read what these are called, what their findings are called
 * and what happens then, and not which words and patterns find them, which conditions quote.
 */
export function detectorCollection(): Collection {
  const collection = collectionOf(detector, {
    hasPrivateConditions: ({ spec }) => spec['organizationId'] === undefined,
    shownTo: {
      fields: ['config'],
      of: (object, reader) =>
        isForeignPlatforms(collection, object, reader) ? withoutWords(object.spec) : object.spec,
    },
  });
  return collection;
}

/** What Kubernetes holds was checked by the schema of its kind. */
function withoutWords(spec: Spec): Spec {
  const { patterns } = (spec['config'] ?? {}) as { readonly patterns?: readonly object[] };
  if (!patterns || !OF_WORDS.includes(spec['detectorType'])) return spec;
  return { ...spec, config: { patterns: patterns.map((one) => ({ ...one, pattern: MASK })) } };
}
