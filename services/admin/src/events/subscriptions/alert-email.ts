import type { Subscription } from '@aicp/events/channels/channel';
import type { StoredObject } from '../../resources/stored-object.ts';

/** Who is told of one Budget alone, as `alertEmail` of that asks for: a subscription that there is no object of. */
export interface AlertEmailSubscription extends Subscription {
  readonly channel: 'email';
  /** The Budget: of no other one is it told. */
  readonly subject: string;
  readonly to: readonly string[];
}

/** The uid of the subscription that a Budget's `alertEmail` stands for. */
export const alertEmailUid = (budgetUid: string): string => `${budgetUid}:alert-email`;

/** The subscriptions that Budgets stand for by their `alertEmail`: of one that has none, or is not stored yet, there is none. */
export function alertEmailSubscriptions(
  budgets: readonly StoredObject[],
  organizationOf: (budget: StoredObject) => string | undefined,
): AlertEmailSubscription[] {
  return budgets.flatMap((budget) => {
    const { uid, name, generation = 0 } = budget.metadata;
    const address = budget.spec['alertEmail'];
    if (uid === undefined || typeof address !== 'string' || address === '') return [];
    const subject = `Budget/${name}`;
    return [
      {
        ...{ uid: alertEmailUid(uid), name: subject, organization: organizationOf(budget) },
        ...{ eventTypes: ['budget.*'], channel: 'email', isActive: true, generation },
        ...{ subject, to: [address] },
      },
    ];
  });
}
