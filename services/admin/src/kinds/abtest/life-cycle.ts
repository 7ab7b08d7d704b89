import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@aicp/common/errors/problem';
import type { ABTEST_STATES } from '@aicp/crds/abtest';
import type { Spec } from '../../resources/collection.ts';
import type { StoredObject } from '../../resources/stored-object.ts';

type State = (typeof ABTEST_STATES)[number];

/** What moves an A/B test from state to state. */
export interface Verb {
  readonly from: readonly State[];
  readonly to: State;
  readonly summary: string;
}

/** draft → running ⇄ paused → stopped, promoted or rolled back. */
export const VERBS = {
  start: { from: ['draft', 'paused'], to: 'running', summary: 'Send traffic to the variant' },
  pause: { from: ['running'], to: 'paused', summary: 'Send no traffic to the variant for now' },
  stop: { from: ['running', 'paused'], to: 'stopped', summary: 'End without a decision' },
  promote: { from: ['running', 'paused'], to: 'promoted', summary: 'Decide for the variant' },
  rollback: { from: ['running', 'paused'], to: 'rolled_back', summary: 'Decide against it' },
} as const satisfies Record<string, Verb>;

/** A spec in the state that a verb leads to. Throws a Problem (409) where it does not lead there from the present one. */
export function moved(spec: Spec, verb: Verb, { name, at }: { name: string; at: number }): Spec {
  const state = (spec['state'] ?? 'draft') as State;
  if (!verb.from.includes(state)) {
    throw new Problem(
      409,
      `This A/B test is ${state}; ${name} is for one that is ${verb.from.join(' or ')}.`,
    );
  }
  const isFirst = verb.to === 'running' && spec['startedAt'] === undefined;
  return { ...spec, state: verb.to, ...(isFirst ? { startedAt: new Date(at).toISOString() } : {}) };
}

const ENDED = new Set<unknown>(['stopped', 'promoted', 'rolled_back']);
/** What the traffic of a test was decided by. */
const DECIDED = ['baseModel', 'variantModel', 'trafficSplitPercent'];

/** Throws a Problem (409) where a test that has ended would have run otherwise afterwards. */
export function requireUndecided({ spec: before }: StoredObject, spec: Spec): Spec {
  const isChanged = DECIDED.some((field) => !isDeepStrictEqual(before[field], spec[field]));
  if (!isChanged || !ENDED.has(before['state'])) return spec;
  const state = String(before['state']).replace('_', ' ');
  throw new Problem(409, `This A/B test is ${state}: its models and its split stay as they were.`);
}
