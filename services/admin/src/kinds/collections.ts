import { kinds } from '@aicp/crds/kinds';
import { collectionOf, type Collection } from '../resources/collection.ts';
import { NO_FACTS, type CollectionFacts } from '../resources/collection-facts.ts';
import type { ObjectStore } from '../resources/store.ts';
import { COLLECTIONS } from './generated/collections.ts';

/** The collections of all kinds that declare one, in the order of the kinds: by the rules of their folders, where they have such. */
export const collectionsOn = (
  store: ObjectStore,
  facts: CollectionFacts = NO_FACTS,
): readonly Collection[] =>
  kinds
    .filter(({ api }) => api !== undefined)
    .map((kind) => COLLECTIONS[kind.feature]?.(store, facts) ?? collectionOf(kind));
