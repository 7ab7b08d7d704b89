import type { ReplicaStates } from '@aicp/contracts/poll/replica-states';

type Said = Pick<ReplicaStates['replicas'][number], 'cached_answers' | 'state'>;

/** The answers that all gateways keep; null where none of them says it. */
export function cachedAnswers(
  states: { readonly replicas: readonly Said[] } | undefined,
): number | null {
  const told = (states?.replicas ?? []).flatMap(({ cached_answers, state }) =>
    cached_answers === undefined || state === 'silent' ? [] : [cached_answers],
  );
  return told.length === 0 ? null : told.reduce((sum, one) => sum + one, 0);
}
