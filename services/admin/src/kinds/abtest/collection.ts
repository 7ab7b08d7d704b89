import { abtest } from '@aicp/crds/abtest';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import { observedFields } from '../../resources/observed-fields.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { requireUndecided } from './life-cycle.ts';
import { requireFreeBase } from './one-at-a-time.ts';

export const abtestCollection = (store: ObjectStore): Collection =>
  collectionOf(abtest, {
    additions: observedFields(abtest),
    fixed: ['state', 'startedAt'],
    revise: (before, spec) => requireFreeBase(store, before, requireUndecided(before, spec)),
  });
