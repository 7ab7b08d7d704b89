import type { StructuralSchema } from '@aicp/crds/kit/structural';
import type { Json } from '../object.ts';
import { badRequest, type ApiError } from '../status.ts';
import { memberSchema } from './children.ts';
import { validateSchema } from './validate.ts';

const FOUND = /^Invalid value: "([^"]*)"/;
const GO_NAMES: Record<string, string> = { boolean: 'bool', integer: 'number', null: 'null' };

function goType(schema: StructuralSchema | undefined): string {
  if (schema?.format === 'byte') return '[]uint8';
  if (schema?.type === 'object')
    return schema.additionalProperties ? 'map[string]string' : 'struct';
  if (schema?.type === 'array') return '[]string';
  if (schema?.type === 'integer') return schema.format ?? 'int64';
  return schema?.type === 'boolean' ? 'bool' : 'string';
}

/** The schema at `path` (`labels.a`, `items[0].b`); a map's key ends the walk, as it does in Go's messages. */
function locate(schema: StructuralSchema, path: string): [string, StructuralSchema | undefined] {
  const named: string[] = [];
  let current: StructuralSchema | undefined = schema;
  for (const key of path.replace(/\[\d+\]/g, '').split('.')) {
    if (current?.properties) named.push(key);
    current = current ? memberSchema(current.items ?? current, key) : undefined;
  }
  return [named.join('.'), current];
}

/**
 * The error of a typed decoder for a value of a wrong JSON type, which is what built-in kinds and every object's metadata answer;
 * undefined where the types are right. `struct` is the Go struct that the message names.
 */
export function decodeError(options: {
  value: Json;
  schema: StructuralSchema;
  struct: string;
  kind: string;
  version: string;
}): ApiError | undefined {
  const { value, schema, struct, kind, version } = options;
  const wrong = validateSchema(value, schema, '').find(
    (error) => error.reason === 'FieldValueTypeInvalid',
  );
  if (!wrong) return undefined;
  const found = FOUND.exec(wrong.message)?.[1] ?? 'value';
  const [path, expected] = locate(schema, wrong.field);
  const what = `json: cannot unmarshal ${GO_NAMES[found] ?? found} into Go struct field ${struct}.${path} of type ${goType(expected)}`;
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${what}`);
}
