/** Types of events that say how something stands: an older one that came last would be wrong. */
const ORDERED = ['sla.', 'budget.', 'provider.', 'access.', 'abtest.'];

/** Deliveries with the same key reach their subscription one after another, in the order in which the events were written. Null: in any order. */
export const orderingKeyOf = (
  event: { readonly type: string; readonly subject: string; readonly isTest: boolean },
  subscriptionUid: string,
): string | null =>
  !event.isTest && ORDERED.some((prefix) => event.type.startsWith(prefix))
    ? `${subscriptionUid} ${event.subject}`
    : null;
