import { eventSubscription } from '@aicp/crds/event-subscription';
import { snakeCase } from '@aicp/crds/kit/wire-name';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import type { CollectionFacts } from '../../resources/collection-facts.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { requireSendable } from './require-sendable.ts';
import { signingSecretFault } from './signing-secret.ts';

const { observed } = eventSubscription.structural.status.properties ?? {};

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
    additions: {
      schemas: {
        observed: {
          type: 'object',
          description: observed?.description ?? '',
          properties: inSnakeCase(observed?.properties ?? {}),
        },
      },
      of: ({ status }) => ({ observed: inSnakeCase(observedIn(status)) }),
    },
  });

type Fields = Readonly<Record<string, unknown>>;

/** What the operator wrote; only it may, and its schema was checked. */
const observedIn = (status: Fields | undefined): Fields => (status?.['observed'] ?? {}) as Fields;

const inSnakeCase = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [snakeCase(name), value]));
