/** Which models may be used: all, or those that a list's entries name. */
export interface AllowedModels {
  readonly all: boolean;
  readonly exact: ReadonlySet<string>;
  readonly prefixes: readonly string[];
}

/** Reads a list: ids, aliases, groups, or a prefix ending in `*`. An empty list allows all. */
export function toAllowedModels(entries: readonly string[]): AllowedModels {
  const prefixes = entries.filter((entry) => entry.endsWith('*'));
  return {
    all: entries.length === 0,
    exact: new Set(entries.filter((entry) => !entry.endsWith('*'))),
    prefixes: prefixes.map((entry) => entry.slice(0, -1)),
  };
}

/** Whether the list names something by one of its names. */
export function allowsAnyOf(allowed: AllowedModels, names: readonly string[]): boolean {
  if (allowed.all) return true;
  return names.some(
    (name) => allowed.exact.has(name) || allowed.prefixes.some((prefix) => name.startsWith(prefix)),
  );
}
