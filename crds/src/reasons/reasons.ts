/** What a reason of a condition means, and what to do about it. The table in docs/reference/conditions.md says the same. */
export interface Meaning {
  readonly happened: string;
  readonly remedy: string;
}

/** Every reason that the condition Accepted may give. */
export const ACCEPTED_REASONS = {
  Accepted: {
    happened: 'nothing is wrong',
    remedy: '',
  },
  Invalid: {
    happened: 'a value cannot be used, though the schema allows it',
    remedy: 'edit the field that the message names',
  },
  ConditionInvalid: {
    happened: "a policy's condition cannot be read",
    remedy: 'correct it at the character that the message names',
  },
  Conflicted: {
    happened: 'an older object, or the platform, has the same id, key or decision',
    remedy: 'change one of the two',
  },
  ReferenceNotFound: {
    happened: 'another object is named that does not exist',
    remedy: 'create it, or change the reference; it heals by itself when the object comes',
  },
  OwnerMismatch: {
    happened:
      'the organization that it names, or has by its team, is not the one that it is bound to: for example one that was deleted and created again',
    remedy:
      'delete it and create it again, or let a platform administrator set organizationId anew; the message says how',
  },
  SecretNotFound: {
    happened: 'the Secret, or its key, does not exist',
    remedy: 'create it; it heals by itself',
  },
} as const satisfies Record<string, Meaning>;
export type AcceptedReason = keyof typeof ACCEPTED_REASONS;

/** Every reason that the condition Programmed may give. */
export const PROGRAMMED_REASONS = {
  Programmed: {
    happened: 'every replica that needs it has it',
    remedy: '',
  },
  Pending: {
    happened: 'some replicas have it and some do not yet; the message counts them',
    remedy: 'wait',
  },
  NoReplicas: {
    happened: 'no replica of a service that needs it is ready',
    remedy: 'look at the pods of the service',
  },
  Rejected: {
    happened: 'a replica could not use it; the message says why. The last good form stays in use',
    remedy: 'edit the object, or update the service',
  },
  NotAccepted: {
    happened: 'it is left out, or its last good form stays in use, because it is not accepted',
    remedy: 'see Accepted',
  },
  NotEnforced: {
    happened: 'this version stores the object and no service acts on it',
    remedy: '',
  },
} as const satisfies Record<string, Meaning>;
export type ProgrammedReason = keyof typeof PROGRAMMED_REASONS;

/** Every reason that the condition Enforced may give. */
export const ENFORCED_REASONS = {
  Enforced: {
    happened: 'this version acts on all that the object sets',
    remedy: '',
  },
  PartlyEnforced: {
    happened:
      'this version does not act on fields that the object sets, which the message names, or its last good form stays in use',
    remedy: 'do not count on these fields; see Accepted and Programmed for the last good form',
  },
  NotEnforced: {
    happened: 'nothing of the object is acted on: see Programmed',
    remedy: '',
  },
} as const satisfies Record<string, Meaning>;
export type EnforcedReason = keyof typeof ENFORCED_REASONS;

/** Every reason that the condition Healthy may give. */
export const HEALTHY_REASONS = {
  Serving: {
    happened: 'requests to it are answered',
    remedy: '',
  },
  Degraded: {
    happened:
      'some requests to it fail, or some gateways hold it back with an open circuit; the message counts them',
    remedy: 'look at the provider, and at the credential that the message names',
  },
  Failing: {
    happened: 'most requests to it fail, or none gets through where a circuit is open',
    remedy: 'look at the provider, its address and its credential; it heals by itself',
  },
  ProviderFailing: {
    happened: 'of a model: its provider fails, and none of its requests is answered',
    remedy: 'see Healthy of the provider',
  },
  NoTraffic: {
    happened: 'no requests were sent to it for some minutes, so nothing is known',
    remedy: '',
  },
  Shared: {
    happened: 'of a limit: all gateways count together',
    remedy: '',
  },
  CountingAlone: {
    happened:
      'of a limit: gateways count alone, since Redis is lost or none is set; the message counts them and says what that lets pass',
    remedy:
      'look at the Redis, its address and its password, or set one up; it heals by itself, and no request fails meanwhile',
  },
  MayBeEvicted: {
    happened: 'of a limit: Redis may throw counts away when its memory is full',
    remedy: 'set maxmemory-policy of the Redis to noeviction',
  },
  NotReported: {
    happened: 'of a limit: no gateway has said of late how it counts, so nothing is known',
    remedy: '',
  },
} as const satisfies Record<string, Meaning>;
export type HealthyReason = keyof typeof HEALTHY_REASONS;

/** Reasons where only an edit of this very object can help, so that the object is stalled. */
export const STALLING_REASONS: ReadonlySet<AcceptedReason> = new Set<AcceptedReason>([
  'Invalid',
  'ConditionInvalid',
  'Conflicted',
  'OwnerMismatch',
]);
