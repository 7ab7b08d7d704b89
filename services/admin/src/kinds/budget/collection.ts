import { budget } from '@aicp/crds/budget';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import type { CollectionFacts } from '../../resources/collection-facts.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { standingsNow } from './spend-in-ledger.ts';
import { standingOf } from './spend-in-status.ts';

const usd = (description: string) => ({
  type: ['number', 'null'],
  minimum: 0,
  description: `${description} Null before anybody has added anything up.`,
});

/** Budgets. One for a team belongs to that team; one for each team does not. */
export const budgetCollection = (store: ObjectStore, facts: CollectionFacts): Collection =>
  collectionOf(budget, {
    teamOf: ({ spec: { entityType, entityId } }) =>
      entityType === 'team' && typeof entityId === 'string' ? entityId : undefined,
    additions: {
      schemas: {
        current_spend: usd('USD spent since its window began, some seconds ago.'),
        remaining: usd('USD that are neither spent nor reserved for requests under way.'),
        utilization: usd('What is spent, as a share of the limit: 1 is all of it.'),
        status: {
          enum: ['ok', 'warning', 'exceeded', null],
          description:
            'Whether it warns, or its limit is reached. Null where that is not known: the condition Exceeded says why.',
        },
      },
      of: (object) => standingOf(object, facts.clock.now()),
      asked: standingsNow(store, facts),
    },
  });
