import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@aicp/common/errors/problem';
import { abtest } from '@aicp/crds/abtest';
import { collectionOf, type Collection, type Spec } from '../../resources/collection.ts';
import type { StoredObject } from '../../resources/stored-object.ts';

const ENDED = new Set<unknown>(['stopped', 'promoted', 'rolled_back']);
/** What the traffic of a test was decided by. */
const DECIDED = ['baseModel', 'variantModel', 'trafficSplitPercent'];

/** Throws a Problem (409) where a test that has ended would have run otherwise afterwards. */
function requireUndecided({ spec: before }: StoredObject, spec: Spec): Spec {
  const isChanged = DECIDED.some((field) => !isDeepStrictEqual(before[field], spec[field]));
  if (!isChanged || !ENDED.has(before['state'])) return spec;
  const state = String(before['state']).replace('_', ' ');
  throw new Problem(409, `This A/B test is ${state}: its models and its split stay as they were.`);
}

export const abtestCollection = (): Collection =>
  collectionOf(abtest, {
    fixed: ['state', 'startedAt'],
    revise: requireUndecided,
  });
