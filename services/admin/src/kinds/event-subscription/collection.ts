import { eventSubscription } from '@aicp/crds/event-subscription';
import { snakeCase } from '@aicp/crds/kit/wire-name';
import { collectionOf, type Collection } from '../../resources/collection.ts';

const { observed } = eventSubscription.structural.status.properties ?? {};

/** EventSubscriptions: created by a route of their own, which makes the secret of a webhook that has none. */
export const eventSubscriptionCollection = (): Collection =>
  collectionOf(eventSubscription, {
    without: ['create'],
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
