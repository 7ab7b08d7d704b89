import { PriceSchedule } from '@aicp/contracts/prices/price-schedule';
import type { RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';

/** A model as predictions use it: what routing reads of it, and what it costs. */
export interface CostModel extends RoutingModel {
  readonly fragment: ModelFragment;
  readonly schedule: PriceSchedule;
}

/** Adds to a model what it costs. */
export const toCostModel = (model: RoutingModel, fragment: ModelFragment): CostModel => ({
  ...model,
  fragment,
  schedule: new PriceSchedule(fragment, fragment.mode),
});

/** Whether a model answers with text, whose length is to be foretold. */
export const answersText = ({ fragment }: Pick<CostModel, 'fragment'>): boolean =>
  fragment.mode === 'chat' || fragment.mode === 'completion' || fragment.mode === 'responses';
