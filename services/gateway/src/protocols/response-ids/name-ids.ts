import { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonScanner } from '@aicp/common/json/json-scanner';
import type { IdNaming } from '../../held/holding.ts';
import { splice, type Edit } from '../openai-chat/splice.ts';
import { ANSWER_LIMITS } from './answer-limits.ts';

const OF_RESPONSE = new KnownWords(['id', 'previous_response_id']);
const OF_EVENT = new KnownWords(['response', 'response_id']);
const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;

/** A response with our ids of itself and of the one that it goes on from. All other bytes are as they were. */
export const nameResponse = (bytes: Buffer, naming: IdNaming): Buffer =>
  new IdNamer(bytes, naming).response();

/** The same for an event of a stream, as its data. */
export const nameEvent = (data: Buffer, naming: IdNaming): Buffer =>
  new IdNamer(data, naming).event();

class IdNamer {
  private readonly bytes: Buffer;
  private readonly naming: IdNaming;
  private readonly json: JsonScanner;
  private readonly edits: Edit[] = [];

  constructor(bytes: Buffer, naming: IdNaming) {
    this.bytes = bytes;
    this.naming = naming;
    this.json = new JsonScanner(bytes, ANSWER_LIMITS);
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
    return this.edits.length === 0 ? this.bytes : splice(this.bytes, this.edits);
  }

  private readonly takeOfEvent = (start: number, end: number): boolean => {
    const { json, bytes, naming } = this;
    const name = OF_EVENT.at(bytes, start, end);
    const first = json.peek();
    if (name === 'response' && first === OPEN_BRACE) return json.eachMember(this.takeOfResponse);
    return name === 'response_id' ? this.name((id) => naming.answer(id)) : json.skipValue();
  };

  private readonly takeOfResponse = (start: number, end: number): boolean => {
    const { json, bytes, naming } = this;
    const name = OF_RESPONSE.at(bytes, start, end);
    if (name === 'id') return this.name((id) => naming.answer(id));
    return name === '' ? json.skipValue() : this.name((id) => naming.previous(id));
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
