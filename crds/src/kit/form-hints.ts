/** What amounts of a field are counted in. A share is 0 to 1, where 1 is all. */
export const UNITS = [
  ...['USD', 'ms', 'seconds', 'minutes', 'hours', 'days'],
  ...['tokens', 'percent', 'share'],
] as const;

/** What forms are told of a field beside its schema. CRDs do not hold it. */
export interface FormHint {
  /** What people call it, in sentence case. */
  readonly title?: string;
  readonly unit?: string;
}

/** The key under which a schema carries its unit. */
export const UNIT = 'x-aicp-unit';

interface Node {
  readonly title?: string;
  readonly [UNIT]?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly additionalProperties?: Node | boolean;
}

/** Where a field is: `limits[].windowSeconds`, or `weights.*` for the values of a map. */
export const fieldPath = (above: string, field: string): string =>
  above === '' ? field : `${above}.${field}`;

/** The hints that the fields of a JSON schema carry, by their places. */
export function hintsIn(node: Node, path = ''): readonly (readonly [string, FormHint])[] {
  const { title, [UNIT]: unit, properties = {}, items, additionalProperties } = node;
  const own = {
    ...(title === undefined ? {} : { title }),
    ...(unit === undefined ? {} : { unit }),
  };
  const values = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return [
    ...(Object.keys(own).length > 0 ? [[path, own] as const] : []),
    ...Object.entries(properties).flatMap(([name, one]) => hintsIn(one, fieldPath(path, name))),
    ...(items ? hintsIn(items, `${path}[]`) : []),
    ...(values ? hintsIn(values, fieldPath(path, '*')) : []),
  ];
}

/** The unit that a number's name on the wire says. */
export function unitOf(name: string): string | undefined {
  if (TOKENS.test(name)) return 'tokens';
  const [suffix] = /_(ms|seconds|minutes|hours|days|percent|pct)$/.exec(name)?.slice(1) ?? [];
  return suffix === 'pct' ? 'percent' : suffix;
}

const TOKENS = /^(tpm|tpd)_limit$|(^|_)context_window$|_tokens$/;
