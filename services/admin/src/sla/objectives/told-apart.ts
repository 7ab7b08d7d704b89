import type { StoredObject } from '../../resources/stored-object.ts';

/**
 * Answers of an organization's Model at a Provider of the platform since when facts of its id are its own, ms since 1970; undefined: they are not, since another Model at that
 * provider has the same id, of whomever. Facts tell models of one provider apart by their ids alone.
 */
export function toldApart(
  models: readonly StoredObject[],
): (model: StoredObject) => number | undefined {
  const counts = new Map<string, number>();
  for (const model of models) counts.set(keyOf(model), (counts.get(keyOf(model)) ?? 0) + 1);
  return (model) => {
    const created = Date.parse(model.metadata.creationTimestamp ?? '');
    return counts.get(keyOf(model)) === 1 && !Number.isNaN(created) ? created : undefined;
  };
}

const keyOf = ({ spec }: StoredObject): string =>
  `${String(spec['provider'])}\u0000${String(spec['modelId'])}`;
