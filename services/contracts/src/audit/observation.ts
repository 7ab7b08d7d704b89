import { z } from 'zod';
import { observedOwner } from './observed-owner.ts';

/** Where the operator tells the admin service what it saw. */
export const OBSERVATIONS_PATH = '/internal/audit/observations';

/** Names the intent row of the write that made an object what it is. */
export const INTENT_ANNOTATION = 'aicp.dev/audit-intent';

const strings = z.record(z.string(), z.string());

/** What of an object is audited: neither its status nor whose each field is. */
export const observedState = z.object({
  labels: strings,
  annotations: strings,
  spec: z.record(z.string(), z.unknown()),
});
export type ObservedState = z.output<typeof observedState>;

/** A change of an object as the operator saw it. */
export const observation = z.object({
  kind: z.string().min(1).max(63),
  /** metadata.uid. */
  uid: z.string().min(1).max(128),
  /** metadata.name. */
  name: z.string().min(1).max(253),
  resourceVersion: z.string().min(1).max(64),
  generation: z.int().min(0),
  /** Equal for equal states: `stampOf`. */
  stamp: z.string().max(64),
  /** Who wrote last, by the name that it gave itself; null where nothing says. */
  manager: z.string().max(128).nullable(),
  /** Kept by Argo CD, Flux or Helm. */
  isGitOps: z.boolean(),
  /** What its INTENT_ANNOTATION says; null where it has none. */
  intent: z.string().max(64).nullable(),
  /** Whose it is; absent where an operator of an earlier version does not say. */
  owner: observedOwner.optional(),
  /** Null: the object is gone. The rest is then as it was last seen. */
  state: observedState.nullable(),
});
export type Observation = z.output<typeof observation>;

export const MAX_OBSERVATIONS = 100;
/** Objects of one kind that an inventory may name. */
const MAX_INVENTORY = 100_000;

/** `POST OBSERVATIONS_PATH`: changes in their order, or all objects of one kind that there are. */
export const observationReport = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changes'), changes: z.array(observation).max(MAX_OBSERVATIONS) }),
  z.object({
    type: z.literal('inventory'),
    kind: z.string().min(1).max(63),
    objects: z
      .array(z.object({ uid: z.string().max(128), stamp: z.string().max(64) }))
      .max(MAX_INVENTORY),
  }),
]);
export type ObservationReport = z.output<typeof observationReport>;

/** The answer: the objects of an inventory whose present state was not known. */
export const observationAnswer = z.object({ wanted: z.array(z.string()) });
export type ObservationAnswer = z.output<typeof observationAnswer>;
