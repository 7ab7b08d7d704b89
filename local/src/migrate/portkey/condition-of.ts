/** Portkey's operators that conditions of policies have. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['$eq', '=='],
  ['$ne', '!='],
  ['$gt', '>'],
  ['$gte', '>='],
  ['$lt', '<'],
  ['$lte', '<='],
]);

/** Names that are attributes without further marks. */
const METADATA = /^metadata\.[A-Za-z_][A-Za-z0-9_]*$/;
const PLAIN_TEXT = /^[^'"\\\x00-\x1f\x7f]+$/;
const DEEPEST = 8;

/** A query of Portkey's as the condition of a policy; undefined where there is none like it. */
export function conditionOf(query: unknown, depth = 0): string | undefined {
  if (typeof query !== 'object' || query === null || Array.isArray(query) || depth > DEEPEST) {
    return undefined;
  }
  const parts = Object.entries(query).map(([name, value]: [string, unknown]) => {
    if (name === '$and') return joined(value, '&&', depth);
    if (name === '$or') return joined(value, '||', depth);
    return METADATA.test(name) ? testOf(name, value) : undefined;
  });
  return allOf(parts, '&&');
}

function joined(value: unknown, by: string, depth: number): string | undefined {
  if (!Array.isArray(value)) return undefined;
  return allOf(
    value.map((one: unknown) => conditionOf(one, depth + 1)),
    by,
  );
}

function testOf(name: string, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return comparison(name, '==', value);
  const parts = Object.entries(value).map(([operator, wanted]: [string, unknown]) => {
    const known = OPERATORS.get(operator);
    if (known !== undefined) return comparison(name, known, wanted);
    if (operator !== '$in' || !Array.isArray(wanted) || wanted.length === 0) return undefined;
    const texts = wanted.map(written);
    return texts.includes(undefined) ? undefined : `${name} in [${texts.join(', ')}]`;
  });
  return allOf(parts, '&&');
}

function comparison(name: string, operator: string, value: unknown): string | undefined {
  const text = written(value);
  return text === undefined ? undefined : `${name} ${operator} ${text}`;
}

function written(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return `'${value}'`;
  if (typeof value === 'boolean') return `'${value}'`;
  return typeof value === 'string' && PLAIN_TEXT.test(value) ? `'${value}'` : undefined;
}

/** Several tests as one; none where one of them is unknown, since what is left would mean something else. */
function allOf(parts: readonly (string | undefined)[], by: string): string | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0 || known.length < parts.length) return undefined;
  return known.length === 1 ? known[0] : known.map((part) => `(${part})`).join(` ${by} `);
}
