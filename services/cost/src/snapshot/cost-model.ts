import type { RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';

/** A model as predictions use it: what routing reads of it, and what else its object says. */
export interface CostModel extends RoutingModel {
  readonly fragment: ModelFragment;
}

/** Adds to a model what its object says. */
export const toCostModel = (model: RoutingModel, fragment: ModelFragment): CostModel => ({
  ...model,
  fragment,
});

/** Whether a model answers with text, whose length is to be foretold. */
export const answersText = ({ fragment }: Pick<CostModel, 'fragment'>): boolean =>
  fragment.mode === 'chat' || fragment.mode === 'completion';
