import type { StructuralSchema } from '@aicp/crds/kit/structural';
import type { Json } from '../objects/object.ts';
import { badRequest, type ApiError } from '../objects/status.ts';
import { validateSchema } from './validate.ts';

/** Go's names of the JSON types that it found. */
const FOUND: Readonly<Record<string, string>> = { boolean: 'bool', integer: 'number' };

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
  const [, found = '', expected = ''] = /"(.*?)".* of type ([\w-]+)/.exec(wrong.message) ?? [];
  const field = `${struct}.${wrong.field.split('.')[0] ?? ''}`;
  const what = `json: cannot unmarshal ${FOUND[found] ?? found} into Go struct field ${field} of type ${expected}`;
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${what}`);
}
