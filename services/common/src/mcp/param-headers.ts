import type { Answer } from './upstream-client.ts';

/** What a server wants to have in a header beside the body: `x-mcp-header` in the schema of a tool's input. */
const MARK = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/;
/** A value that can stand in a header as it is. */
const PLAIN = /^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/;
const ENCODED = /^=\?base64\?.*\?=$/;
const DEEPEST = 16;

/** The headers `Mcp-Param-…` of a call: the arguments that the tool's server wants to see there, too. */
export function paramHeaders(inputSchema: unknown, args: unknown): Record<string, string> {
  return Object.fromEntries(marked(inputSchema, args, DEEPEST));
}

function marked(schema: unknown, value: unknown, depth: number): [string, string][] {
  if (!isObject(schema) || depth === 0) return [];
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const fields = isObject(value) ? value : {};
  const below = Object.entries(properties).flatMap(([name, one]) =>
    marked(one, Object.hasOwn(fields, name) ? fields[name] : undefined, depth - 1),
  );
  const header = schema[MARK];
  const text = textOf(value);
  if (typeof header !== 'string' || !TOKEN.test(header) || text === undefined) return below;
  return [[`Mcp-Param-${header}`, encoded(text)], ...below];
}

const isObject = (value: unknown): value is Answer => typeof value === 'object' && value !== null;

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  return undefined;
}

const encoded = (text: string): string =>
  PLAIN.test(text) && !ENCODED.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
