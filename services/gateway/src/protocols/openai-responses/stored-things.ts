/** Members of tools that name what a vendor stores for its customer, who is one for all tenants. */
const STORED: ReadonlySet<string> = new Set([
  ...['vector_store_ids', 'file_ids', 'file_id', 'container_id', 'skill_id'],
]);

/** Members whose names are those of arguments. */
const SCHEMAS: ReadonlySet<string> = new Set(['parameters', 'output_schema']);

/** The first member of a tool, however deep, that names what the vendor stores; undefined: none. A schema's members are no such. */
export function storedIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(storedIn).find((found) => found !== undefined);
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value)
    .map(([name, inner]) => storedAs(name, inner))
    .find((found) => found !== undefined);
}

function storedAs(name: string, value: unknown): string | undefined {
  if (SCHEMAS.has(name)) return undefined;
  const isStored = STORED.has(name) || (name === 'container' && typeof value === 'string');
  return isStored && !isNothing(value) ? name : storedIn(value);
}

const isNothing = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);
