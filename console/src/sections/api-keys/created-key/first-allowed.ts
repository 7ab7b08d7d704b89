/** Ids of models, or prefixes that end in `*`; none of them allows all. */
export type AllowedModels = readonly string[];

const allows = (list: AllowedModels, model: string): boolean =>
  list.length === 0 ||
  list.some((one) => (one.endsWith('*') ? model.startsWith(one.slice(0, -1)) : one === model));

/** The first of these models that each of the lists allows. */
export const firstAllowed = (
  models: readonly string[],
  lists: readonly AllowedModels[],
): string | undefined => models.find((model) => lists.every((list) => allows(list, model)));

/** What an object says that it allows; nothing where it was not read. */
export const allowedBy = (object: Readonly<Record<string, unknown>> = {}): AllowedModels => {
  const list = object['allowed_models'];
  return Array.isArray(list)
    ? (list as readonly unknown[]).filter((one): one is string => typeof one === 'string')
    : [];
};
