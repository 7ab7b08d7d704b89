import type { Json } from './object.ts';
import type { FieldError } from './status.ts';

/** `value` as the API server prints it in an error. */
const shown = (value: Json): string => JSON.stringify(value);

export function invalidValue(field: string, value: Json, detail: string): FieldError {
  return {
    reason: 'FieldValueInvalid',
    field,
    message: `Invalid value: ${shown(value)}: ${detail}`,
  };
}

/** A failed rule: the API server leaves the value out. */
export function brokenRule(field: string, message: string): FieldError {
  return { reason: 'FieldValueInvalid', field, message: `Invalid value: ${message}` };
}

/** `found` is the JSON type of what stands there. */
export function wrongType(field: string, found: string, detail: string): FieldError {
  const message = `Invalid value: ${shown(found)}: ${detail}`;
  return { reason: 'FieldValueTypeInvalid', field, message };
}

export function requiredValue(field: string, detail = ''): FieldError {
  const message = detail ? `Required value: ${detail}` : 'Required value';
  return { reason: 'FieldValueRequired', field, message };
}

export function unsupportedValue(
  field: string,
  value: Json,
  supported: readonly Json[],
): FieldError {
  const message = `Unsupported value: ${shown(value)}: supported values: ${supported.map(shown).join(', ')}`;
  return { reason: 'FieldValueNotSupported', field, message };
}

export function tooLong(field: string, max: number): FieldError {
  const message = `Too long: may not be more than ${max} ${max === 1 ? 'byte' : 'bytes'}`;
  return { reason: 'FieldValueTooLong', field, message };
}

export function tooMany(field: string, actual: number, max: number): FieldError {
  const message = `Too many: ${actual}: must have at most ${max} ${max === 1 ? 'item' : 'items'}`;
  return { reason: 'FieldValueTooMany', field, message };
}

export function forbiddenValue(field: string, detail: string): FieldError {
  return { reason: 'FieldValueForbidden', field, message: `Forbidden: ${detail}` };
}

export function duplicateValue(field: string, value: Json): FieldError {
  return { reason: 'FieldValueDuplicate', field, message: `Duplicate value: ${shown(value)}` };
}
