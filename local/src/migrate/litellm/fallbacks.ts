import type { Part } from '../source/part.ts';

/** What is asked when a model cannot answer, by the name of the model. */
export type Fallbacks = ReadonlyMap<string, readonly string[]>;

/** Reads one of LiteLLM's lists of fallbacks, which may stand in several places. Names of nothing are said, and left out. */
export function fallbacksIn(
  parts: readonly Part[],
  field: string,
  isKnown: (name: string) => boolean,
): Fallbacks {
  const found = new Map<string, readonly string[]>();
  for (const item of parts.flatMap((part) => part.items(field))) {
    for (const [model, list] of item.members()) {
      const wanted = item.texts(model);
      const known = wanted.filter((name) => isKnown(name) && name !== model);
      if (!isKnown(model)) list.lost(`${field}: there is no model ${model}`);
      else if (known.length < wanted.length) {
        list.lost(`${field} of ${model}: what names no other model of the file is left out`);
      }
      if (isKnown(model) && known.length > 0)
        found.set(model, [...new Set([...(found.get(model) ?? []), ...known])]);
    }
  }
  return found;
}
