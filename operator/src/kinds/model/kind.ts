import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { model, type ModelSpec } from '@aicp/crds/model';
import { operatorKind } from '../kit/operator-kind.ts';
import { decideModel } from './decide.ts';
import { gatherModel, type ModelGathered } from './gather.ts';
import { keptModel } from './keep.ts';
import { modelNames } from './names.ts';
import { MODEL_IS_PRICED, unpricedModels } from './unpriced-models.ts';

/** A Model: its id and aliases are names that clients send. */
export const modelKind = operatorKind<ModelSpec, ModelGathered, ModelFragment>({
  definition: model,
  sections: () => ['models'],
  gather: gatherModel,
  decide: decideModel,
  keptIn: 'models',
  keep: (kept, { lookup, exists }) => {
    const fragment = keptModel(kept, lookup, exists);
    return fragment ? [{ section: 'models', fragment }] : [];
  },
  names: modelNames,
  remarks: unpricedModels,
  remarkCondition: MODEL_IS_PRICED,
});
