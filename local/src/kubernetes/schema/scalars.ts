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
