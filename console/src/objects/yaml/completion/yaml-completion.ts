import type { CodeCompletion, CodeOption } from '../../../code/completion.ts';
import type { FieldSchema } from '../../schema/form-schemas.ts';
import { typeOf } from '../../schema/schema-facts.ts';

/** A line of YAML up to where somebody types: `  - name: va`. */
interface TypedLine {
  /** Where its key begins, behind the signs of lists. */
  readonly column: number;
  /** Undefined while the key itself is typed. */
  readonly key: string | undefined;
  /** What is typed of the key or of the value. */
  readonly typed: string;
}

const KEY = /^(\s*(?:- +)*)([A-Za-z0-9_-]*)$/;
const VALUE = /^(\s*(?:- +)*)([A-Za-z0-9_-]+): +(["']?)([A-Za-z0-9_./-]*)$/;
const ITEM = /^(\s*(?:- +)+)(["']?)([A-Za-z0-9_./-]*)$/;
const EMPTY = /^\s*(?:#|$)/;
const OPENED = /^(\s*(?:- +)*)([A-Za-z0-9_-]+):(?:\s*#.*)?\s*$/;

function typedLine(line: string): TypedLine | undefined {
  const [, before = '', key, , value = ''] = VALUE.exec(line) ?? [];
  if (key !== undefined) return { column: before.length, key, typed: value };
  const [, indent, typed = ''] = KEY.exec(line) ?? [];
  return indent === undefined ? undefined : { column: indent.length, key: undefined, typed };
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The keys that lines above open for one that begins at a column, outermost first. A list may stand at the column of its key. */
function pathAbove(lines: readonly string[], column: number, isItem: boolean): string[] {
  const path: string[] = [];
  let limit = isItem ? column + 1 : column;
  for (const line of lines.filter((one) => !EMPTY.test(one)).toReversed()) {
    const [, before, key] = OPENED.exec(line) ?? [];
    const isOuter = before !== undefined && before.length < limit;
    if (isOuter && key !== undefined) path.unshift(key);
    if (isOuter || indentOf(line) < limit) limit = Math.min(limit, limitOf(line, before));
    if (limit <= 0) return path;
  }
  return path;
}

/** Lines above count that begin left of this. Behind the sign of a list, its own key may stand below the sign. */
function limitOf(line: string, before: string | undefined): number {
  const indent = indentOf(line);
  if (line.trimStart().startsWith('- ')) return indent + 1;
  return before === undefined ? indent + 1 : before.length;
}

/** What a schema has at a path; list items count as what is in them. */
function schemaAt(root: FieldSchema, path: readonly string[]): FieldSchema | undefined {
  let schema: FieldSchema | undefined = root;
  for (const key of path) {
    const { properties = {} }: FieldSchema = itemOf(schema);
    schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (!schema) return undefined;
  }
  return schema;
}

const itemOf = (schema: FieldSchema): FieldSchema => schema.items ?? schema;

/** Offers the names of fields, and the values of those that have few. */
export const yamlCompletion =
  (root: FieldSchema): CodeCompletion =>
  (text) => {
    const lines = text.split('\n');
    const last = lines.at(-1) ?? '';
    const line = typedLine(last);
    if (!line) return undefined;
    const above = lines.slice(0, -1);
    const signs = last.length - last.trimStart().length;
    const isItem = last.trimStart().startsWith('-');
    const column = isItem ? signs : line.column;
    const parent = schemaAt(root, pathAbove(above, column, isItem));
    if (!parent) return undefined;
    const options = optionsFor(parent, line, last);
    return options.length === 0 ? undefined : { from: text.length - line.typed.length, options };
  };

function optionsFor(parent: FieldSchema, line: TypedLine, text: string): readonly CodeOption[] {
  const { key } = line;
  if (key !== undefined) {
    const field = itemOf(parent).properties?.[key];
    return field ? valuesOf(field) : [];
  }
  const values = ITEM.test(text) && parent.items ? valuesOf(parent.items) : [];
  return values.length > 0 ? values : keysOf(itemOf(parent));
}

function valuesOf(schema: FieldSchema): readonly CodeOption[] {
  if (schema.enum) return schema.enum.map((value) => ({ label: String(value) }));
  return typeOf(schema) === 'boolean' ? [{ label: 'true' }, { label: 'false' }] : [];
}

const keysOf = ({ properties = {}, required = [] }: FieldSchema): readonly CodeOption[] =>
  Object.entries(properties).map(([name, field]) => ({
    label: name,
    insert: isNested(field) ? `${name}:` : `${name}: `,
    detail: [field.title, required.includes(name) && 'required'].filter(Boolean).join(', '),
    info: field.description,
  }));

const isNested = (schema: FieldSchema): boolean =>
  typeOf(schema) === 'object' || typeOf(schema) === 'array';
