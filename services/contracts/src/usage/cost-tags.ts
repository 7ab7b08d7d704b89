import { storableText } from './storable-text.ts';

const MOST_TAGS = 32;
const LONGEST = 256;

type Metadata = Readonly<Record<string, unknown>>;

/** A request's metadata as tags of its usage record, as rows hold them: short texts only, and not too many; the body's before the header's. */
export function costTags(body: Metadata, header: Metadata): Record<string, string> | undefined {
  if (isEmpty(body) && isEmpty(header)) return undefined;
  const entries = [...Object.entries(body), ...Object.entries(header)];
  const tags: Record<string, string> = {};
  let count = 0;
  for (const [given, value] of entries) {
    if (count === MOST_TAGS) break;
    const name = storableText(given);
    if (!isShort(name) || !isShort(value) || Object.hasOwn(tags, name)) continue;
    tags[name] = storableText(value);
    count += 1;
  }
  return tags;
}

const isEmpty = (metadata: Metadata): boolean => Object.keys(metadata).length === 0;

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST;
