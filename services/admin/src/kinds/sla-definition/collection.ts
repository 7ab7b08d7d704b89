import { slaDefinition } from '@aicp/crds/sla-definition';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import { observedFields } from '../../resources/observed-fields.ts';

export const slaDefinitionCollection = (): Collection =>
  collectionOf(slaDefinition, {
    additions: observedFields(slaDefinition, {
      decimals: ['errorRate', 'availability', 'errorBudgetLeft', 'burnRate'],
    }),
  });
