import { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonScanner } from '@aicp/common/json/json-scanner';
import type { IdNaming } from '../../held/holding.ts';
import { splice, type Edit } from '../openai-chat/splice.ts';
import { ANSWER_LIMITS } from './answer-limits.ts';
import { FilePlaces } from './file-places.ts';
import { editsOf } from './name-files.ts';

const OF_RESPONSE = new KnownWords(['id', 'previous_response_id', 'output']);
const OF_EVENT = new KnownWords(['response', 'response_id', 'item', 'part', 'annotation']);
const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;

/** A response with our ids of itself, of the one that it goes on from, and of the files that it names. All other bytes are as they were. */
export const nameResponse = (bytes: Buffer, naming: IdNaming): Buffer =>
  new IdNamer(bytes, naming).response();

/** The same for an event of a stream, as its data. Of files, only events that bring an item, a part or a note are looked into. */
export const nameEvent = (data: Buffer, naming: IdNaming): Buffer =>
  new IdNamer(data, naming).event();

class IdNamer {
  private readonly bytes: Buffer;
  private readonly naming: IdNaming;
  private readonly json: JsonScanner;
  private readonly edits: Edit[] = [];
  private readonly files: FilePlaces;

  constructor(bytes: Buffer, naming: IdNaming) {
    this.bytes = bytes;
    this.naming = naming;
    this.json = new JsonScanner(bytes, ANSWER_LIMITS);
    this.files = new FilePlaces(bytes, this.json);
  }

  response(): Buffer {
    if (this.json.peek() === OPEN_BRACE) this.json.eachMember(this.takeOfResponse);
    return this.written();
  }

  event(): Buffer {
    if (this.json.peek() === OPEN_BRACE) this.json.eachMember(this.takeOfEvent);
    return this.written();
  }

  private written(): Buffer {
    const { bytes, files, naming } = this;
    const named = naming.file ? editsOf(bytes, files, naming.file) : [];
    const edits = [...this.edits, ...named];
    return edits.length === 0 ? bytes : splice(bytes, edits);
  }

  private readonly takeOfEvent = (start: number, end: number): boolean => {
    const { json, bytes, naming, files } = this;
    switch (OF_EVENT.at(bytes, start, end)) {
      case 'response':
        if (json.peek() !== OPEN_BRACE) return json.skipValue();
        return json.eachMember(this.takeOfResponse);
      case 'response_id':
        return this.name((id) => naming.answer(id));
      case 'item':
        return files.item();
      case 'part':
        return files.part();
      case 'annotation':
        return files.note();
      default:
        return json.skipValue();
    }
  };

  private readonly takeOfResponse = (start: number, end: number): boolean => {
    const { json, bytes, naming, files } = this;
    switch (OF_RESPONSE.at(bytes, start, end)) {
      case 'id':
        return this.name((id) => naming.answer(id));
      case 'previous_response_id':
        return this.name((id) => naming.previous(id));
      case 'output':
        return files.items();
      default:
        return json.skipValue();
    }
  };

  private name(ours: (id: string) => string): boolean {
    const { json, bytes } = this;
    const isText = json.peek() === QUOTE;
    const start = json.at;
    if (!json.skipValue()) return false;
    if (!isText) return true;
    const id = JSON.parse(bytes.toString('utf8', start, json.at)) as string;
    this.edits.push({ span: { start, end: json.at }, text: JSON.stringify(ours(id)) });
    return true;
  }
}
