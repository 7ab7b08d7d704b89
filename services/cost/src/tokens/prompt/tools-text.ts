import { isRecord, listOf, textOf } from './unknown-values.ts';

/** What OpenAI's models are shown of tools: a namespace in TypeScript. Its tokens are what their schemas are billed as, and other vendors' are close. */
export function toolsText(tools: unknown, functions: unknown): string | undefined {
  const declared = [...listOf(tools).map(functionIn), ...listOf(functions)].filter(isRecord);
  if (declared.length === 0) return undefined;
  return [
    'namespace functions {',
    '',
    ...declared.map(oneFunction),
    '} // namespace functions',
  ].join('\n');
}

const functionIn = (tool: unknown): unknown =>
  isRecord(tool) && isRecord(tool['function']) ? tool['function'] : tool;

function oneFunction(declared: Readonly<Record<string, unknown>>): string {
  const { description, name, parameters } = declared;
  const lines = description === undefined ? [] : [`// ${textOf(description)}`];
  const body = isRecord(parameters) ? propertiesText(parameters, 0) : '';
  lines.push(
    body === ''
      ? `type ${textOf(name)} = () => any;`
      : `type ${textOf(name)} = (_: {\n${body}\n}) => any;`,
  );
  return [...lines, ''].join('\n');
}

function propertiesText(schema: Readonly<Record<string, unknown>>, indent: number): string {
  const { properties, required } = schema;
  if (!isRecord(properties)) return '';
  const needed = new Set(listOf(required));
  const space = ' '.repeat(indent);
  const lines = Object.entries(properties).flatMap(([name, of]) => {
    const said = isRecord(of) ? of['description'] : undefined;
    const note = said === undefined ? [] : [`${space}// ${textOf(said)}`];
    return [...note, `${space}${name}${needed.has(name) ? '' : '?'}: ${typeText(of, indent)},`];
  });
  return lines.join('\n');
}

function typeText(schema: unknown, indent: number): string {
  if (!isRecord(schema)) return 'any';
  const { type, enum: values, items } = schema;
  if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' | ');
  if (type === 'array') return `${typeText(items, indent)}[]`;
  if (type !== 'object') return type === 'integer' ? 'number' : textOf(type);
  return `{\n${propertiesText(schema, indent + 2)}\n${' '.repeat(indent)}}`;
}
