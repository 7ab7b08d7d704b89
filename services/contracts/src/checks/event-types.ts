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

/** What is wrong with a type, or a prefix ending in `*`, that stands for no event; undefined where nothing is. */
export function eventTypeFault(wanted: string): string | undefined {
  if (isEventType(wanted)) return undefined;
  const subject = subjectOf(wanted);
  const near = EVENT_TYPES.filter((type) => subjectOf(type) === subject);
  const there =
    near.length > 0
      ? `of ${subject} there are ${near.join(', ')}`
      : `types begin with ${[...new Set(EVENT_TYPES.map(subjectOf))].join(', ')}; GET /api/v1/events/types lists them all`;
  return `there is no event "${wanted}": ${there}`;
}

const isEventType = (wanted: string): boolean =>
  wanted.endsWith('*')
    ? EVENT_TYPES.some((type) => type.startsWith(wanted.slice(0, -1)))
    : (EVENT_TYPES as readonly string[]).includes(wanted);

/** What an event is about: `sla` of `sla.violation`. */
const subjectOf = (type: string): string => type.replace(/[.*].*$/, '');
