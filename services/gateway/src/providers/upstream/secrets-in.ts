import { parseJson } from '@aicp/common/json/parse-json';

/** Members of a credential whose values are secrets: `private_key`, `clientSecret`, `secretAccessKey`, `sessionToken`. */
const SECRET_MEMBER = /(?:key|secret|password|token)$/i;

/** The secrets that a credential of JSON consists of, which stand in answers without the rest of it, if anywhere; none where it is no JSON. */
export function secretsIn(credential: string | undefined): readonly string[] {
  if (credential?.trimStart().startsWith('{') !== true) return [];
  const found: string[] = [];
  collect(parseJson(credential), found);
  return found;
}

function collect(value: unknown, found: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') collect(inner, found);
    // Keys of several lines end with one that not everybody writes.
    else if (SECRET_MEMBER.test(name)) found.push(inner.trim());
  }
}
