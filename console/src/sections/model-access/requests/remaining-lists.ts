import type { ApiObject } from '../../../api/api-object.ts';
import type { ListHolder } from '../../../ui/refusal/list-changers.ts';

/** A list of models that holds whatever access is granted. */
export interface ModelList {
  readonly holder: ListHolder;
  readonly id: string;
  readonly allowed: readonly string[];
}

/** A list, and models of a tier that are not on it. */
export interface RemainingList extends ModelList {
  readonly leftOut: readonly string[];
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** The list of an object; an empty one allows all. */
export const listOf = (holder: ListHolder, object: ApiObject | undefined): ModelList[] => {
  const allowed = textsOf(object?.['allowed_models']);
  return object === undefined || allowed.length === 0 ? [] : [{ holder, id: object.id, allowed }];
};

/** The lists that leave out models of a tier: access to the tier does not open these. */
export function remainingLists(
  tier: ApiObject,
  models: readonly ApiObject[],
  lists: readonly ModelList[],
): RemainingList[] {
  const inTier = namesInTier(tier, models);
  return lists.flatMap((list) => {
    const leftOut = inTier.filter((names) => !matchesAny(list.allowed, names));
    return leftOut.length === 0
      ? []
      : [{ ...list, leftOut: leftOut.map(([id]) => id ?? '').toSorted() }];
  });
}

/** The names of each model in a tier, its id first. One that is named and not seen is known by that name alone. */
function namesInTier(tier: ApiObject, models: readonly ApiObject[]): (readonly string[])[] {
  const named = textsOf(tier['models']);
  const labels = textsOf(tier['model_tiers']);
  const seen = models.map((model) => ({ model, names: [model.id, ...textsOf(model['aliases'])] }));
  const within = seen
    .filter(
      ({ model, names }) =>
        matchesAny(named, names) || labels.some((label) => label === model['tier']),
    )
    .map(({ names }) => names);
  const others = named.filter(
    (name) => !name.endsWith('*') && !seen.some(({ names }) => names.includes(name)),
  );
  return [...within, ...others.map((name) => [name])];
}

const matchesAny = (entries: readonly string[], names: readonly string[]): boolean =>
  entries.some((entry) =>
    entry.endsWith('*')
      ? names.some((name) => name.startsWith(entry.slice(0, -1)))
      : names.includes(entry),
  );
