import { budget } from '@aicp/crds/budget';
import { collectionOf, type Collection } from '../../resources/collection.ts';

/** Budgets. One for a team belongs to that team. */
export const budgetCollection = (): Collection =>
  collectionOf(budget, {
    teamOf: ({ spec }) => (spec['entityType'] === 'team' ? String(spec['entityId']) : undefined),
  });
