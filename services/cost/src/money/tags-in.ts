import { isRecord } from '../tokens/prompt/unknown-values.ts';

/** As gateways take them. */
const LONGEST = 256;

/** The tags that a request's metadata become. */
export function tagsIn(request: Readonly<Record<string, unknown>>): Record<string, string> {
  const { metadata } = request;
  if (!isRecord(metadata)) return {};
  return Object.fromEntries(
    Object.entries(metadata).filter(
      (entry): entry is [string, string] =>
        entry[0].length <= LONGEST && typeof entry[1] === 'string' && entry[1].length <= LONGEST,
    ),
  );
}
