import type { FieldSchema } from './form-schemas.ts';
import { fieldTitle } from '../../ui/text/text.ts';

/** Its type beside null; undefined where it may be of several. */
export const typeOf = ({ type }: FieldSchema): string | undefined =>
  typeof type === 'string' ? type : type?.find((one) => one !== 'null');

/** It is written and never answered. */
export const isSecret = (schema: FieldSchema): boolean =>
  schema['x-aicp-secret'] === true || schema.writeOnly === true;

/** What people call a field. */
export const titleOf = (name: string, { title }: FieldSchema): string =>
  title === undefined || title === '' ? fieldTitle(name) : title;

/** People choose the names of its keys: what is in it stays as it is. */
export const isFree = (schema: FieldSchema): boolean =>
  typeOf(schema) === 'object' && schema.properties === undefined;

/** The fields that an object of this kind has besides secrets, and words that stand for other fields. */
export const plainFields = ({ properties = {} }: FieldSchema): [string, FieldSchema][] =>
  Object.entries(properties).filter(
    ([, field]) => !isSecret(field) && field['x-aicp-synonym-of'] === undefined,
  );

/** The field that names the Secret which a secret is kept in: `secret_ref` of `api_key`, `webhook_url_ref` of `webhook_url`. */
export const keptIn = (name: string, { properties = {} }: FieldSchema): string =>
  Object.hasOwn(properties, `${name}_ref`) ? `${name}_ref` : 'secret_ref';

const isThere = (value: unknown): boolean => value !== null && value !== undefined;

type Fields = Readonly<Record<string, unknown>>;

/** What an object's owner set, of those fields that a form asks for, at every depth: what the service adds is not sent back to it. Its id is not among them: an object keeps it. */
export const ownValues = (schema: FieldSchema, object: Fields): Record<string, unknown> => {
  const { id: _, ...properties } = schema.properties ?? {};
  return knownValues({ ...schema, properties }, object);
};

const knownValues = (schema: FieldSchema, fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    plainFields(schema).flatMap(([name, field]): [string, unknown][] =>
      isThere(fields[name]) ? [[name, knownValue(field, fields[name])]] : [],
    ),
  );

function knownValue(schema: FieldSchema, value: unknown): unknown {
  const { items, properties } = schema;
  if (Array.isArray(value)) return items ? value.map((item) => knownValue(items, item)) : value;
  const isMap = typeof value === 'object' && value !== null;
  return isMap && properties ? knownValues(schema, value as Fields) : value;
}
