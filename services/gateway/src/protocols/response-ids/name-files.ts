import { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonScanner } from '@aicp/common/json/json-scanner';
import { splice, type Edit } from '../openai-chat/splice.ts';
import { ANSWER_LIMITS } from './answer-limits.ts';
import { FilePlaces } from './file-places.ts';

const OPEN_BRACE = 0x7b;
const LISTS = new KnownWords(['output', 'data']);

/** A response, or a list of items, with our ids of the files that it names. All other bytes are as they were. */
export function nameFiles(bytes: Buffer, ours: (id: string) => string): Buffer {
  if (!bytes.includes('file_id')) return bytes;
  const json = new JsonScanner(bytes, ANSWER_LIMITS);
  const places = new FilePlaces(bytes, json);
  if (json.peek() === OPEN_BRACE)
    json.eachMember((start, end) =>
      LISTS.at(bytes, start, end) === '' ? json.skipValue() : places.items(),
    );
  return places.found.length === 0 ? bytes : splice(bytes, editsOf(bytes, places, ours));
}

/** What puts our ids in the place of those that were found. */
export const editsOf = (
  bytes: Buffer,
  { found }: Pick<FilePlaces, 'found'>,
  ours: (id: string) => string,
): Edit[] =>
  found.map((span) => {
    const id = JSON.parse(bytes.toString('utf8', span.start, span.end)) as string;
    return { span, text: JSON.stringify(ours(id)) };
  });
