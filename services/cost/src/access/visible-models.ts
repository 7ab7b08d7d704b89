import { mayUse } from '@aicp/contracts/routing/catalog/entitlement';
import { askableBy, type Caller } from './caller.ts';
import type { CostModel } from '../snapshot/cost-model.ts';
import type { Known } from '../snapshot/cost-snapshot.ts';

/** The models that a caller may ask about, by id. What stands behind another one of the same name is left out: nobody gets it by that name. */
export function visibleModels(
  { tables }: Pick<Known, 'tables'>,
  caller: Caller,
  nowMs: number,
): readonly CostModel[] {
  const entitlement = askableBy(caller, tables, nowMs);
  return tables.catalog.models
    .filter((model) => tables.catalog.find(model.id, entitlement) === model)
    .filter((model) => mayUse(model, entitlement))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}
