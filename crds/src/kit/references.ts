/**
 * What becomes of an object when what a field of it names is deleted. `part`: it belongs to that and always goes along. `goes`: it stands
 * in the way, and a cascade takes it along. `stays`: it stands in the way, and outlives a cascade, since what it forbids or limits must
 * not end with one of the names in it; its conditions say what is missing. Where a field says nothing of this, a deletion does not ask for
 * it: what is missing is skipped, and a condition says so.
 */
export type Fate = 'part' | 'goes' | 'stays';

/** A field of a spec that names another object. */
export interface Reference {
  /** Where the name, or the list of names, stands: `sso.roleMapping[].teamId`. */
  readonly path: string;
  /** How messages name the field: the list, where it stands in the items of one. */
  readonly field: string;
  /** The kind that is named. A Model goes by its id, its aliases and the aliases of groups; a Secret is named with one of its keys. */
  readonly to: string;
  readonly onDelete?: Fate | undefined;
  /** It is a name of this kind only where another field of the spec says so. */
  readonly when?: { readonly field: string; readonly is: string } | undefined;
}

/** What a field declares of the objects that it names. */
export type Declaration = Pick<Reference, 'to' | 'onDelete' | 'when'>;

/** The key under which a schema carries its declarations. CRDs do not hold it. */
export const REFERS_TO = 'x-aicp-refers-to';

interface Node {
  readonly [REFERS_TO]?: readonly Declaration[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}

/** Every reference that the fields of a JSON schema declare, in their order. */
export function referencesIn(node: Node, path = ''): readonly Reference[] {
  const own = (node[REFERS_TO] ?? []).map((declared) => ({
    ...declared,
    path,
    field: path.split('[]')[0] ?? path,
  }));
  const below = Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
    referencesIn(child, path === '' ? name : `${path}.${name}`),
  );
  return [...own, ...below, ...(node.items ? referencesIn(node.items, `${path}[]`) : [])];
}

/** What a spec holds where a reference stands, each item of a list by itself. */
export function valuesAt(spec: unknown, { path, when }: Reference): readonly unknown[] {
  if (when && fieldOf(spec, when.field) !== when.is) return [];
  const found = path
    .replaceAll('[]', '')
    .split('.')
    .reduce<unknown[]>((at, name) => at.flatMap((one) => fieldOf(one, name)), [spec]);
  return found.flat().filter((value) => value !== undefined);
}

/** The names that a spec holds where a reference stands, each once. */
export const namesAt = (spec: unknown, reference: Reference): readonly string[] => [
  ...new Set(valuesAt(spec, reference).filter((value) => typeof value === 'string')),
];

/** A spec with other names where a reference stands. `whole` says what the names are, where another field does. */
export function withNamesAt<Spec extends Readonly<Record<string, unknown>>>(
  spec: Spec,
  { path, when }: Reference,
  { whole, rename }: { whole: Spec; rename: (name: string) => string },
): Spec {
  if (when && whole[when.field] !== when.is) return spec;
  return renamed(spec, path.replaceAll('[]', '').split('.'), rename) as Spec;
}

function renamed(
  value: unknown,
  path: readonly string[],
  rename: (name: string) => string,
): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, path, rename));
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'string' ? rename(value) : value;
  if (!isFields(value) || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: renamed(value[name], rest, rename) };
}

const fieldOf = (value: unknown, name: string): unknown =>
  isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
