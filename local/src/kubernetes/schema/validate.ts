import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { isJsonObject, type Json, type JsonObject } from '../objects/object.ts';
import type { FieldError } from '../objects/status.ts';
import { memberSchema, duplicateItems } from './children.ts';
import {
  invalidValue,
  requiredValue,
  tooMany,
  unsupportedValue,
  wrongType,
  tooLong,
} from '../objects/field-errors.ts';

/**
 * What is wrong with `value`, in the words of the API server. `path` is '' for a whole object. Only what the schema bounds is
 * looked at; unknown fields are pruned before.
 */
export function validateSchema(value: Json, schema: StructuralSchema, path: string): FieldError[] {
  const typeErrors = checkType(value, schema, path);
  const enumErrors = checkEnum(value, schema, path);
  if (typeErrors.length > 0) return [...typeErrors, ...enumErrors];
  return [...checkContent(value, schema, path), ...enumErrors];
}

function checkContent(value: Json, schema: StructuralSchema, path: string): FieldError[] {
  if (typeof value === 'string') return validateString(value, schema, path);
  if (typeof value === 'number') return validateNumber(value, schema, path);
  if (Array.isArray(value)) return validateList(value, schema, path);
  return isJsonObject(value) ? validateObject(value, schema, path) : [];
}

/** The JSON type of a value, as schemas name it. */
function typeName(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') {
    return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? 'integer' : 'number';
  }
  return typeof value;
}

function allowedTypes(schema: StructuralSchema): string[] {
  if (schema['x-kubernetes-int-or-string']) return ['integer', 'string'];
  return schema.type ? [schema.type] : [];
}

function checkType(value: Json, schema: StructuralSchema, path: string): FieldError[] {
  const allowed = allowedTypes(schema);
  const found = typeName(value);
  if (allowed.length === 0 || allowed.includes(found)) return [];
  if (value === null && schema.nullable) return [];
  if (found === 'integer' && allowed.includes('number')) return [];
  if (found === 'number' && schema.format === 'int64') return fractionError(path);
  const detail = `${path} in body must be of type ${allowed.join(',')}: "${found}"`;
  return [wrongType(path, found, detail)];
}

const fractionError = (path: string): FieldError[] => [
  wrongType(path, 'float64', `${path} in body must be of type int64: "float64"`),
  invalidValue('<nil>', '', `Checked value must be of type integer with format int64 in ${path}`),
];

function checkEnum(value: Json, schema: StructuralSchema, path: string): FieldError[] {
  const allowed = schema.enum as Json[] | undefined;
  if (!allowed || allowed.includes(value)) return [];
  return [unsupportedValue(path, value, allowed)];
}

function validateList(value: Json[], schema: StructuralSchema, path: string): FieldError[] {
  const errors = value.flatMap((item, i) =>
    schema.items ? validateSchema(item, schema.items, `${path}[${i}]`) : [],
  );
  const { minItems, maxItems } = schema;
  if (minItems !== undefined && value.length < minItems) {
    errors.push(
      invalidValue(path, value.length, `${path} in body should have at least ${minItems} items`),
    );
  }
  if (maxItems !== undefined && value.length > maxItems) {
    errors.push(tooMany(path, value.length, maxItems));
  }
  return [...errors, ...duplicateItems(value, schema, path)];
}

function validateObject(value: JsonObject, schema: StructuralSchema, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const size = Object.keys(value).length;
  const at = (key: string): string => (path ? `${path}.${key}` : key);
  if (schema.maxProperties !== undefined && size > schema.maxProperties) {
    errors.push(tooMany(path, size, schema.maxProperties));
  }
  for (const [key, member] of Object.entries(value)) {
    const child = memberSchema(schema, key);
    if (child) errors.push(...validateSchema(member, child, at(key)));
  }
  for (const key of schema.required ?? []) {
    if (!Object.hasOwn(value, key)) errors.push(requiredValue(at(key)));
  }
  return errors;
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

const isDateTime = (value: string): boolean =>
  DATE_TIME.test(value) && !Number.isNaN(Date.parse(value));

/** Length (code points), pattern and format of a string; as in the API server, the first of them that fails. */
export function validateString(
  value: string,
  schema: StructuralSchema,
  path: string,
): FieldError[] {
  const { minLength = 0, maxLength = Infinity, pattern = '', format } = schema;
  const length = Array.from(value).length;
  const wrong = (detail: string) => [invalidValue(path, value, `${path} in body should ${detail}`)];
  if (length > maxLength) return [tooLong(path, maxLength)];
  if (length < minLength) return wrong(`be at least ${minLength} chars long`);
  if (!new RegExp(pattern).test(value)) return wrong(`match '${pattern}'`);
  if (format !== 'date-time' || isDateTime(value)) return [];
  const detail = `${path} in body must be of type date-time: ${JSON.stringify(value)}`;
  return [wrongType(path, value, detail)];
}

/** Bounds of a number. */
export function validateNumber(
  value: number,
  { minimum = -Infinity, maximum = Infinity }: StructuralSchema,
  path: string,
): FieldError[] {
  const wrong = (detail: string) => [invalidValue(path, value, `${path} in body should ${detail}`)];
  if (value < minimum) return wrong(`be greater than or equal to ${minimum}`);
  return value > maximum ? wrong(`be less than or equal to ${maximum}`) : [];
}
