import { budget } from '@aicp/crds/budget';
import { collectionOf, type Collection } from '../../resources/collection.ts';

/** Budgets. One for a team belongs to that team; one for each team does not. */
export const budgetCollection = (): Collection =>
  collectionOf(budget, {
    teamOf: ({ spec: { entityType, entityId } }) =>
      entityType === 'team' && typeof entityId === 'string' ? entityId : undefined,
  });
