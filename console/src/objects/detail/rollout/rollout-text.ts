/** How far an object has come on its way to the replicas. */
export interface Rollout {
  readonly state: 'pending' | 'applying' | 'applied' | 'failed';
  readonly message: string;
  /** Goes up with every change of the object. */
  readonly generation: number;
  /** The newest that was looked at; -1 before the first look. */
  readonly observed_generation: number;
  readonly replicas: { readonly expected: number; readonly applied: number };
  /** Each of them, for who runs the platform. */
  readonly by_replica?: readonly ReplicaRollout[];
}

export interface ReplicaRollout {
  readonly service: string;
  readonly instance: string;
  readonly state: 'applied' | 'behind' | 'rejected';
  readonly message: string | null;
}

/** Whether the last change is still on its way, so that it is worth looking again soon. */
export const isUnderWay = ({ state }: Pick<Rollout, 'state'>): boolean =>
  state === 'pending' || state === 'applying';

/** "Applying generation 5: 2 of 3 replicas have it." */
export function rolloutText(rollout: Rollout): string {
  const { state, generation, observed_generation: observed, replicas } = rollout;
  const { applied, expected } = replicas;
  const count = expected === 0 ? '' : `, ${applied} of ${expected} ${pluralOf(expected)}`;
  switch (state) {
    case 'applied':
      return expected === 0
        ? `Generation ${generation} is in place.`
        : `Generation ${generation} is in place on ${applied} of ${expected} ${pluralOf(expected)}.`;
    case 'failed':
      return `Generation ${generation} could not be applied${count}.`;
    case 'applying':
    case 'pending':
      return `Applying … generation ${lastApplied(generation, observed)} of ${generation}${count}.`;
  }
}

/** What was looked at; of a new object nothing was. */
const lastApplied = (generation: number, observed: number): number =>
  Math.min(Math.max(observed, 0), generation);

const pluralOf = (count: number): string => (count === 1 ? 'replica' : 'replicas');
