/** Everything that subscribers can be told of. */
export const EVENT_TYPES = [
  'budget.warning',
  'budget.exceeded',
  'budget.reset',
  'sla.violation',
  'sla.resolved',
  'provider.down',
  'provider.recovered',
  'access.requested',
  'access.approved',
  'access.denied',
  'access.expired',
  'abtest.started',
  'abtest.promoted',
  'abtest.rolled_back',
  'guardrail.blocked',
  'key.created',
  'key.rotated',
  'key.revoked',
  'key.expiring',
  'model.deprecated',
  'model.sunset',
  'prompt.submitted',
  'prompt.approved',
  'chargeback.finalized',
  'workflow.waiting',
  'workflow.completed',
  'workflow.failed',
  'config.rejected',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Whether a type, or a prefix ending in `*`, stands for any event that there is. */
export const isEventType = (wanted: string): boolean =>
  wanted.endsWith('*')
    ? EVENT_TYPES.some((type) => type.startsWith(wanted.slice(0, -1)))
    : (EVENT_TYPES as readonly string[]).includes(wanted);
