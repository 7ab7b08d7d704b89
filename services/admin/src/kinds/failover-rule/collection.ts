import { failoverRule } from '@aicp/crds/failover-rule';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import { observedFields } from '../../resources/observed-fields.ts';

export const failoverRuleCollection = (): Collection =>
  collectionOf(failoverRule, { additions: observedFields(failoverRule) });
