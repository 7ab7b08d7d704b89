import type { Meaning } from './reasons.ts';

/** Every reason that the conditions NearLimit and Exceeded of Budgets may give. */
export const LIMIT_REASONS = {
  WithinLimit: {
    happened: 'less is spent than the share at which it warns, or than the limit',
    remedy: '',
  },
  NearLimit: {
    happened:
      'as much is spent as it warns at; the message has the figures, and when it begins again',
    remedy: 'spend less, or raise the limit',
  },
  LimitExceeded: {
    happened: 'the limit is spent; the message says what becomes of requests, and until when',
    remedy: 'wait, or raise the limit',
  },
  NoRoom: {
    happened:
      'less than the limit is spent, and requests that may cost more than what is left are refused; the message says how much that is, and until when',
    remedy: 'wait, send requests that may cost less (a lower max_tokens), or raise the limit',
  },
  RequestsRefused: {
    happened:
      'less is spent than the share at which it warns, and requests that may cost more than what is left have been refused',
    remedy: 'send requests that may cost less (a lower max_tokens), or raise the limit',
  },
  NotReported: {
    happened:
      'the budget service has reported nothing for two minutes; the figures are the last known',
    remedy: 'look at the pods and the log of the budget service, and at its database',
  },
  NotInstalled: {
    happened: 'no budget service is installed, so nobody adds up what is spent',
    remedy: 'install it: budget.enabled of the chart',
  },
  NotTracked: {
    happened: 'features.costTracking of the ControlPlane is off, so nothing has a cost',
    remedy: 'switch it on',
  },
  NotInForce: {
    happened: 'the budget itself is not in force',
    remedy: 'see Accepted and Programmed',
  },
} as const satisfies Record<string, Meaning>;

/** Every reason that the condition Overcommitted of Budgets may give. */
export const OVERCOMMITTED_REASONS = {
  LimitsFit: {
    happened: 'what those below it may spend by their own limits adds up to no more than its limit',
    remedy: '',
  },
  LimitsExceed: {
    happened:
      'what those of one level below it may spend by their own limits of the same window adds up to more than its limit; the message names the sums',
    remedy: 'a remark: nothing, or raise this limit, or lower theirs',
  },
} as const satisfies Record<string, Meaning>;

/** Every reason that the condition UsageDelivered of the ControlPlane may give. */
export const DELIVERY_REASONS = {
  Delivered: {
    happened: 'gateways deliver what was used in time',
    remedy: '',
  },
  DeliveryBehind: {
    happened:
      'a gateway has facts that it has not delivered for a minute; the message says for how long',
    remedy:
      'look at the budget service, its database, and the log of the gateways; nothing is lost meanwhile',
  },
  NotReported: {
    happened: 'the budget service has said nothing of it of late',
    remedy: 'look at the pods and the log of the budget service',
  },
  NotInstalled: {
    happened: 'no budget service is installed: what was used stays in the journals of the gateways',
    remedy: 'install it: budget.enabled of the chart',
  },
} as const satisfies Record<string, Meaning>;

export type SpendReason =
  keyof typeof LIMIT_REASONS | keyof typeof OVERCOMMITTED_REASONS | keyof typeof DELIVERY_REASONS;
