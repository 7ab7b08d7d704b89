import { abtest } from '@aicp/crds/abtest';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import { requireUndecided } from './life-cycle.ts';

export const abtestCollection = (): Collection =>
  collectionOf(abtest, {
    fixed: ['state', 'startedAt'],
    revise: requireUndecided,
  });
