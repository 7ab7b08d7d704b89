import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { ReplicaStates } from '@aicp/contracts/poll/replica-states';
import type { CommittedIndex } from '../commit/committed-index.ts';
import type { SectionStore } from '../commit/section-store.ts';
import type { AckBook } from './ack-book.ts';
import { replicaStatesOf } from './replica-states.ts';
import { expectedReplicas, knownReplicas } from './replicas.ts';

/** What replicas run, as the parts of an operator know it now; with the uid of an object, of that too. */
export const knownStates =
  (parts: {
    readonly acks: Pick<AckBook, 'all'>;
    readonly caches: { readonly slices: () => Iterable<KubernetesObject> };
    readonly committed: Pick<CommittedIndex, 'index'>;
    readonly store: Pick<SectionStore, 'fragments'>;
  }) =>
  (uid: string | undefined): ReplicaStates => {
    const { acks, caches, committed, store } = parts;
    return replicaStatesOf({
      index: committed.index,
      known: knownReplicas(caches.slices()),
      expected: expectedReplicas(caches.slices()),
      reports: acks.all(),
      store,
      uid,
    });
  };
