import { eventSubscription } from '@aicp/crds/event-subscription';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import type { CollectionFacts } from '../../resources/collection-facts.ts';
import { observedFields } from '../../resources/observed-fields.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { requireSendable } from './require-sendable.ts';
import { signingSecretFault } from './signing-secret.ts';

/** EventSubscriptions: created by a route of their own, which makes the secret of a webhook that has none. */
export const eventSubscriptionCollection = (
  _store: ObjectStore,
  { takesPlainHttp }: CollectionFacts,
): Collection =>
  collectionOf(eventSubscription, {
    without: ['create'],
    authorize: (proposal) => {
      requireSendable(proposal, takesPlainHttp);
    },
    secretFault: ([, field], value) =>
      field === 'secretRef' ? signingSecretFault(value) : undefined,
    additions: observedFields(eventSubscription),
  });
