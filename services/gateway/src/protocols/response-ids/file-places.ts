import { KnownWords } from '@aicp/common/bytes/known-words';
import type { JsonScanner } from '@aicp/common/json/json-scanner';
import type { Span } from '../openai-chat/read-members.ts';

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;

/** An object that may name a file: by which types it does, and whether notes stand in it. */
interface Naming {
  readonly types: KnownWords;
  readonly members: KnownWords;
}

const quoted = (types: readonly string[]): KnownWords =>
  new KnownWords(types.map((type) => `"${type}"`));

const OF_ITEM = new KnownWords(['content', 'output']);
/** Parts may name a file that a client left with the provider. */
const PART: Naming = {
  types: quoted(['input_file', 'input_image', 'computer_screenshot']),
  members: new KnownWords(['type', 'file_id', 'annotations']),
};
/** A note to a text may, too. One on a file that a program left in its container does not: nothing here opens such a file. */
const NOTE: Naming = {
  types: quoted(['file_citation', 'file_path']),
  members: new KnownWords(['type', 'file_id']),
};

/**
 * Finds the ids of files in items of a response, their parts, and the notes to these. They are looked for only where a vendor names them, at a depth that is
 * known: a schema or a tool is its client's own words, and an id in them must not become one that opens a file. Each step is over one value.
 */
export class FilePlaces {
  readonly found: Span[] = [];
  private readonly bytes: Buffer;
  private readonly json: JsonScanner;

  constructor(bytes: Buffer, json: JsonScanner) {
    this.bytes = bytes;
    this.json = json;
  }

  /** A list of items. */
  readonly items = (): boolean => this.each(this.item);

  readonly item = (): boolean => {
    const { json, bytes } = this;
    if (json.peek() !== OPEN_BRACE) return json.skipValue();
    return json.eachMember((start, end) =>
      OF_ITEM.at(bytes, start, end) === '' ? json.skipValue() : this.each(this.part),
    );
  };

  readonly part = (): boolean => this.naming(PART);

  readonly note = (): boolean => this.naming(NOTE);

  /** The elements of a list, or what stands in the place of one. */
  private each(step: () => boolean): boolean {
    return this.json.peek() === OPEN_BRACKET ? this.json.eachElement(step) : step();
  }

  private naming({ types, members }: Naming): boolean {
    const { json, bytes, found } = this;
    if (json.peek() !== OPEN_BRACE) return json.skipValue();
    const ids: Span[] = [];
    let type = '';
    const isRead = json.eachMember((start, end) => {
      const name = members.at(bytes, start, end);
      if (name === 'annotations') return this.each(this.note);
      const isText = json.peek() === QUOTE;
      const from = json.at;
      if (!json.skipValue()) return false;
      if (name === 'type') type ||= types.at(bytes, from, json.at);
      if (name === 'file_id' && isText) ids.push({ start: from, end: json.at });
      return true;
    });
    // Its type may stand behind its id.
    if (type !== '') found.push(...ids);
    return isRead;
  }
}
