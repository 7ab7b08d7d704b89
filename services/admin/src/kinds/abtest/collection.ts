import { abtest } from '@aicp/crds/abtest';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { requireUndecided } from './life-cycle.ts';
import { requireFreeBase } from './one-at-a-time.ts';

export const abtestCollection = (store: ObjectStore): Collection =>
  collectionOf(abtest, {
    fixed: ['state', 'startedAt'],
    revise: (before, spec) => requireFreeBase(store, before, requireUndecided(before, spec)),
  });
