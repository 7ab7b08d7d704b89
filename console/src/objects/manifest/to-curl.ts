import type { Resource } from '../../resources/resource-table.ts';
import type { FieldSchema } from '../schema/form-schemas.ts';
import { isSecret, titleOf } from '../schema/schema-facts.ts';

export interface CurlParts {
  /** Where the service is, with a slash at the end. */
  readonly baseUrl: string;
  readonly resource: Pick<Resource, 'collection'>;
  readonly body: unknown;
}

/** A text in single quotes, as a shell reads it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Says where the token of a command comes from, as a comment of the shell. */
export const TOKEN_NOTE =
  '# ACCESS_TOKEN: the access_token that POST auth/login answers to {"api_key": "…"}';

/** The command that creates an object by the API. The token is the caller's to fill in. */
export const toCurl = ({ baseUrl, resource, body }: CurlParts): string =>
  `${TOKEN_NOTE}\n${[
    `curl ${quoted(`${baseUrl}${resource.collection.replace(/^\//, '')}`)}`,
    `  -H "Authorization: Bearer $ACCESS_TOKEN"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(body, null, 2))}`,
  ].join(' \\\n')}`;

type Fields = Readonly<Record<string, unknown>>;

/** The same fields with words for secrets, which are the caller's to fill in: `<API key>`. */
export const withoutSecrets = (schema: FieldSchema, fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const field = schema.properties?.[name] ?? {};
      if (isSecret(field)) return [name, `<${titleOf(name, field)}>`];
      const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [name, isNested && field.properties ? withoutSecrets(field, value as Fields) : value];
    }),
  );
