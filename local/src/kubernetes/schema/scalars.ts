import type { StructuralSchema } from '@aicp/crds/kit/structural';
import type { FieldError } from '../status.ts';
import { invalidValue, tooLong, wrongType } from './field-errors.ts';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

const isDateTime = (value: string): boolean =>
  DATE_TIME.test(value) && !Number.isNaN(Date.parse(value));

/** Length (code points), pattern and format of a string; as in the API server, the first of them that fails. */
export function validateString(
  value: string,
  schema: StructuralSchema,
  path: string,
): FieldError[] {
  const { minLength, maxLength, pattern } = schema;
  const length = minLength === undefined && maxLength === undefined ? 0 : Array.from(value).length;
  if (maxLength !== undefined && length > maxLength) return [tooLong(path, maxLength)];
  if (minLength !== undefined && length < minLength) {
    return [
      invalidValue(path, value, `${path} in body should be at least ${minLength} chars long`),
    ];
  }
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) {
    return [invalidValue(path, value, `${path} in body should match '${pattern}'`)];
  }
  if (schema.format === 'date-time' && !isDateTime(value)) {
    const detail = `${path} in body must be of type date-time: ${JSON.stringify(value)}`;
    return [wrongType(path, value, detail)];
  }
  return [];
}

/** Bounds of a number. */
export function validateNumber(
  value: number,
  schema: StructuralSchema,
  path: string,
): FieldError[] {
  const { minimum, maximum } = schema;
  if (minimum !== undefined && value < minimum) {
    return [
      invalidValue(path, value, `${path} in body should be greater than or equal to ${minimum}`),
    ];
  }
  if (maximum !== undefined && value > maximum) {
    return [
      invalidValue(path, value, `${path} in body should be less than or equal to ${maximum}`),
    ];
  }
  return [];
}
