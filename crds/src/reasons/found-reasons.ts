import type { Meaning } from './reasons.ts';

const NOT_REPORTED: Meaning = {
  happened: 'nothing was reported of it for some minutes; the figures are the last known',
  remedy: 'look at the pods and the log of the service that the message names',
};

/** Every reason that the condition Met of SLADefinitions may give. */
export const MET_REASONS = {
  Met: { happened: 'every target is kept', remedy: '' },
  Violated: {
    happened: 'a target is not kept; the message names it with its figure',
    remedy: 'look at the health of the model and its provider, or set a FailoverRule for it',
  },
  NoModels: {
    happened: 'it watches no model',
    remedy: 'change modelPattern or the provider, or switch a model on',
  },
  NoTraffic: { happened: 'there were no requests, so nothing is known', remedy: '' },
  TooFewRequests: { happened: 'there were too few requests to tell', remedy: '' },
  NotReported: NOT_REPORTED,
} as const satisfies Record<string, Meaning>;

/** Every reason that the condition ErrorBudgetLeft of SLADefinitions may give. */
export const ERROR_BUDGET_REASONS = {
  Enough: { happened: 'enough of the error budget of 30 days is left', remedy: '' },
  BurningFast: {
    happened: 'the error budget is used up faster than it lasts',
    remedy: 'look at the health of the model and its provider before it is gone',
  },
  UsedUp: {
    happened: 'the error budget of 30 days is used up',
    remedy: 'look at the health of the model and its provider; it grows again day by day',
  },
  TooFewRequests: { happened: 'there were too few requests to tell', remedy: '' },
  NotReported: NOT_REPORTED,
} as const satisfies Record<string, Meaning>;

/** Every reason that the conditions FailedOver and Flapping of FailoverRules may give. */
export const FAILOVER_REASONS = {
  Watching: { happened: 'the source serves its requests', remedy: '' },
  FailedOver: {
    happened: 'the target serves requests of the source, for what the message says',
    remedy: 'look at the source; it goes back by itself when the source is well again',
  },
  Probing: {
    happened: 'the source is tried with a part of its requests',
    remedy: 'wait: it takes all of them when these are answered',
  },
  TargetMissing: {
    happened: 'no model serves by the name of the target, so that nothing is moved',
    remedy: 'change targetModel, or switch that model on',
  },
  Steady: { happened: 'it does not go back and forth', remedy: '' },
  Flapping: {
    happened: 'it goes back and forth between source and target',
    remedy: 'make cooldownMinutes longer, or the condition less sensitive',
  },
  NotReported: NOT_REPORTED,
} as const satisfies Record<string, Meaning>;

/** Every reason that the condition Verdict of A/B tests may give. */
export const VERDICT_REASONS = {
  TooFewRequests: { happened: 'there were too few requests to tell', remedy: 'wait' },
  Undecided: { happened: 'the difference may be chance so far', remedy: 'wait' },
  VariantBetter: { happened: 'the variant is better', remedy: 'promote it, or end the test' },
  VariantWorse: { happened: 'the variant is worse', remedy: 'roll it back, or end the test' },
  NoRelevantDifference: {
    happened: 'there is no difference that matters',
    remedy: 'end the test, and keep whichever is cheaper',
  },
  GuardRail: {
    happened: 'the variant is worse in something that is watched beside what decides',
    remedy: 'roll it back, or look at the figure that the message names',
  },
  SampleRatioMismatch: {
    happened:
      'the two get other shares of the requests than they should, so that no figure is to be trusted',
    remedy: 'look for what refuses or changes requests of one of the two, and begin the test anew',
  },
  NotReported: NOT_REPORTED,
} as const satisfies Record<string, Meaning>;

/** Every reason that the condition Delivering of event subscriptions may give. */
export const DELIVERING_REASONS = {
  Delivering: { happened: 'what was sent last has arrived', remedy: '' },
  NothingSent: {
    happened: 'nothing was sent to it as it is now',
    remedy: 'send a test event to see whether it arrives',
  },
  Inactive: { happened: 'it is switched off', remedy: 'switch isActive on' },
  Retrying: {
    happened: 'the last attempts failed, and it is tried again',
    remedy: 'look at the receiver; the message says what it answered',
  },
  Throttled: { happened: 'its receiver asks to be left alone for a while', remedy: 'wait' },
  Failing: {
    happened: 'so many attempts failed that no more are made',
    remedy: 'mend the receiver, then change the subscription or send a test event',
  },
  Gone: {
    happened: 'its receiver says that it is gone for good, or the subscription is',
    remedy: 'give it another address, or delete it',
  },
  SecretNotFound: {
    happened: 'the Secret, or its key, does not exist',
    remedy: 'create it, or send the secret again',
  },
  NoMailServer: {
    happened: 'no mail server is set, or its settings are wrong',
    remedy: 'set the mail server in the configuration of the admin service',
  },
  NotHttps: {
    happened: 'its address is not https, which is asked for here',
    remedy: 'give it an https address',
  },
  NotReported: NOT_REPORTED,
} as const satisfies Record<string, Meaning>;

/** Every reason that the condition LastFailure of event subscriptions may give. */
export const LAST_FAILURE_REASONS = {
  None: { happened: 'no attempt has failed', remedy: '' },
  Failed: {
    happened: 'an attempt failed; the message says when, and what the receiver answered',
    remedy: 'look at the receiver',
  },
  NotReported: NOT_REPORTED,
} as const satisfies Record<string, Meaning>;

/** Every reason that the condition RenewalDue of the License may give. */
export const RENEWAL_REASONS = {
  Valid: { happened: 'the license is valid for more than 14 days', remedy: '' },
  ExpiresSoon: { happened: 'the license ends soon', remedy: 'renew it' },
  Expired: { happened: 'the license has ended; nothing is blocked by it', remedy: 'renew it' },
  NotVerified: {
    happened: 'there is no license, or it cannot be verified; the message says why',
    remedy: 'activate a license that was made for this installation',
  },
} as const satisfies Record<string, Meaning>;
