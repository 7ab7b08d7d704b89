import type { Resource } from '../resources/resource-table.ts';

export interface CurlParts {
  /** Where the service is, with a slash at the end. */
  readonly baseUrl: string;
  readonly resource: Pick<Resource, 'collection'>;
  readonly body: unknown;
}

/** A text in single quotes, as a shell reads it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command that creates an object by the API. The token is the caller's to fill in. */
export const toCurl = ({ baseUrl, resource, body }: CurlParts): string =>
  [
    `curl ${quoted(`${baseUrl}${resource.collection.replace(/^\//, '')}`)}`,
    `  -H "Authorization: Bearer $ACCESS_TOKEN"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(body, null, 2))}`,
  ].join(' \\\n');
