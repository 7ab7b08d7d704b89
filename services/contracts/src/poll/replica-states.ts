import { z } from 'zod';

/** Where the admin service asks the operator what the replicas of all services run; `?uid=` asks of one object too. */
export const REPLICAS_PATH = '/snapshot/v1/replicas';

export const REPLICA_STATES = ['up_to_date', 'behind', 'rejected', 'silent'] as const;

export const replicaState = z.object({
  service: z.string(),
  /** Pod name in a cluster. */
  instance: z.string(),
  /** Null while it has said nothing. */
  version: z.string().nullable(),
  /** Ready, so that it has to hold the snapshot. */
  ready: z.boolean(),
  /** `silent`: it has said nothing of late. `rejected`: it could not use the newest snapshot and keeps the one that it had. */
  state: z.enum(REPLICA_STATES),
  /** Epoch and revision of what it serves from (`1.42`); null where it serves from none, or has said nothing. */
  revision: z.string().nullable(),
  /** When the first snapshot was committed that it has not (RFC 3339); null where it has all, or that is not known any more. */
  behind_since: z.string().nullable(),
  /** Why it rejected the newest snapshot. */
  message: z.string().nullable(),
  /** Answers that it keeps in its cache, as it said last; absent: it says nothing of that. */
  cached_answers: z.int().min(0).optional(),
  /** The generation of the object that was asked for, as it runs it; null where it runs none of it. Absent: not asked, or not known. */
  generation: z.int().nullable().optional(),
  /** Why it could not use that object, and which generation. */
  refused: z.object({ generation: z.int(), message: z.string() }).optional(),
});
export type ReplicaState = z.output<typeof replicaState>;

/** What the replicas run, as they said last. */
export const replicaStates = z.object({
  /** Epoch and revision of what is handed out now; null: nothing yet. */
  revision: z.string().nullable(),
  /** Services that are installed, also those that have no replica. */
  installed: z.array(z.string()),
  replicas: z.array(replicaState),
});
export type ReplicaStates = z.output<typeof replicaStates>;
