import type { ReplicaState, ReplicaStates } from '@aicp/contracts/poll/replica-states';
import { SNAPSHOT_SERVICES } from '@aicp/contracts/snapshot/sections/kit/section';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { z } from 'zod';
import type { StoredObject } from '../resources/stored-object.ts';

export const rollout = z
  .object({
    state: z.enum(['pending', 'applying', 'applied', 'failed']).meta({
      description:
        '`pending`: the operator has not looked at this generation, or no replica is there to take it up. `applying`: some replicas have it. `applied`: all have. `failed`: only an edit, or what the message says, can help.',
    }),
    message: z.string().nullable().meta({
      description: 'What the operator says of it; null for those who are not told its conditions.',
    }),
    generation: z.int().meta({ description: 'Goes up with every change of the spec.' }),
    observed_generation: z.int().meta({
      description: 'The newest that the operator has looked at; -1 before its first look.',
    }),
    replicas: z.object({
      expected: z.int().meta({ description: 'Ready replicas of services that act on it.' }),
      applied: z.int().meta({ description: 'Those of them that run this very generation.' }),
    }),
    by_replica: z
      .array(
        z.object({
          service: z.string(),
          instance: z.string(),
          state: z.enum(['applied', 'behind', 'rejected']),
          message: z.string().nullable(),
        }),
      )
      .optional()
      .meta({
        description:
          'Each of them, for those who run the platform; absent where nobody can be asked.',
      }),
  })
  .meta({ id: 'Rollout' });
export type Rollout = z.output<typeof rollout>;

const status = z.object({
  observedGeneration: z.number().default(-1),
  conditions: z
    .array(z.object({ type: z.string(), reason: z.string(), message: z.string().default('') }))
    .default([]),
});

type State = Rollout['state'];
type OfReplica = NonNullable<Rollout['by_replica']>[number];

/** What a reason of Programmed says of the way of an object to the replicas. */
const STATES: Readonly<Record<string, State>> = {
  Programmed: 'applied',
  // Nobody has to take it up.
  NotEnforced: 'applied',
  Pending: 'applying',
  NoReplicas: 'pending',
};

/** How far an object has come, by its status and, where the operator could be asked, by what each replica runs of it. */
export function rolloutOf(
  kind: KindDefinition,
  object: StoredObject,
  known: ReplicaStates | undefined,
): Rollout {
  const generation = object.metadata.generation ?? 0;
  const { observedGeneration, conditions } = status.parse(object.status ?? {});
  const programmed = conditions.find(({ type }) => type === 'Programmed');
  const said = observedGeneration >= generation ? programmed : undefined;
  const { state, message } = said ? standingOf(said) : UNSEEN;
  const isApplied = state === 'applied';
  const each = known?.replicas
    .filter(({ service, ready }) => ready && actsOn(kind, service))
    .map((replica) => stateOf(replica, { generation, isApplied }));
  return {
    state,
    message,
    generation,
    observed_generation: observedGeneration,
    replicas: each ? countOf(each) : countIn(message),
    ...(each ? { by_replica: each } : {}),
  };
}

const standingOf = ({
  reason,
  message,
}: {
  readonly reason: string;
  readonly message: string;
}) => ({
  state: STATES[reason] ?? 'failed',
  message,
});

const UNSEEN = { state: 'pending', message: 'The operator has not looked at it yet.' } as const;

const actsOn = ({ enforcedBy }: KindDefinition, service: string): boolean =>
  (enforcedBy as readonly string[]).includes(service) &&
  (SNAPSHOT_SERVICES as readonly string[]).includes(service);

function stateOf(
  { service, instance, generation, refused }: ReplicaState,
  object: { readonly generation: number; readonly isApplied: boolean },
): OfReplica {
  const place = { service, instance };
  if (refused?.generation === object.generation && !object.isApplied) {
    return { ...place, state: 'rejected', message: refused.message };
  }
  // An object that is switched off is nowhere in the snapshots: the operator, who says that all have it, knows.
  const isApplied = object.isApplied || generation === object.generation;
  return { ...place, state: isApplied ? 'applied' : 'behind', message: null };
}

const countOf = (each: readonly OfReplica[]): Rollout['replicas'] => ({
  expected: each.length,
  applied: each.filter(({ state }) => state === 'applied').length,
});

/** What the condition's message counts: `2 of 3 gateway replicas, 1 of 1 cost replica`. */
function countIn(message: string): Rollout['replicas'] {
  const counts = [...message.matchAll(/(\d+) of (\d+) [a-z]+ replicas?/g)];
  const sum = (place: 1 | 2): number =>
    counts.reduce((total, match) => total + Number(match[place]), 0);
  return { expected: sum(2), applied: sum(1) };
}
