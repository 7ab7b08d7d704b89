import { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonScanner, type JsonProblem } from '@aicp/common/json/json-scanner';
import { CHARACTERS_A_MESSAGE } from '@aicp/contracts/routing/request/chat-facts';
import { CHAT_LIMITS } from '../openai-chat/chat-scan.ts';
import { GuardedNames, type NameGuard, type RefusedMember } from '../openai-chat/guarded-names.ts';
import {
  READ_MEMBERS,
  READ_OF_ITEM,
  READ_OF_PART,
  READ_OF_TOOL,
  type ReadMember,
  type Span,
  type Spans,
} from './read-members.ts';
import { storedIn } from './stored-things.ts';

/** What a scan finds: where the members stand that are read, and what is known of their insides. */
export interface ResponsesScan {
  readonly spans: Spans;
  /** Characters of text in the request. */
  readonly promptCharacters: number;
  /** Members of `metadata`, one that is written twice counted twice. */
  readonly metadataMembers: number;
  /** Every `file_id` of a part that is not null. */
  readonly fileIds: readonly Span[];
}

/** Why a scan ended: the text breaks a limit or is no JSON object, or a member is refused. */
export type ScanProblem = JsonProblem | RefusedMember;

/** Steps once over a request's body and finds what is read of it, without parsing it. Whether the bytes are UTF-8 is not checked. */
export function scanResponses(body: Buffer): ResponsesScan | ScanProblem {
  const scanner = new ResponsesScanner(body);
  return scanner.run() ? scanner : (scanner.refused ?? scanner.problem ?? 'malformed');
}

const TOP = new GuardedNames('', READ_MEMBERS);
const ITEM = new GuardedNames('input[].', READ_OF_ITEM);
const PART = new GuardedNames('input[].content[].', READ_OF_PART);
const TOOL = new GuardedNames('tools[].', READ_OF_TOOL);

/** Names of members that are no text, where they are written as they are meant; in any other form they count. */
const NOT_OF_ITEM = new KnownWords(['role', 'id', 'call_id', 'status', 'result']);
const NOT_OF_PART = new KnownWords(['image_url', 'file_data', 'file_url', 'input_audio', 'detail']);
/** Members of the body that say how to answer. */
const NO_TEXT = new KnownWords(['include', 'truncation', 'service_tier', 'prompt_cache_key']);
/** Tools that reach nothing but what the request says. */
const PLAIN_TOOLS = new KnownWords(['"function"', '"custom"', '"local_shell"']);
const REFERENCES = new KnownWords(['"item_reference"']);

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const N = 0x6e;

const REFERENCE_PROBLEM =
  'refers to an item that was stored (item_reference), which this gateway does not do: send the item itself again';
/** The member that names a file. */
export const FILE_ID = 'input[].content[].file_id';
const FILE_PROBLEM =
  'is no id of a file: send one that /v1/files gave, or file_data, image_url or file_url';
/** Bytes of an id of ours, which are far shorter. */
const LONGEST_FILE_ID = 4_096;

class ResponsesScanner implements ResponsesScan {
  readonly spans: Partial<Record<ReadMember, Span>> = {};
  promptCharacters = 0;
  metadataMembers = 0;
  readonly fileIds: Span[] = [];
  refused: RefusedMember | undefined;
  private readonly body: Buffer;
  private readonly json: JsonScanner;
  private readonly top: NameGuard<ReadMember>;
  private readonly item: NameGuard<(typeof READ_OF_ITEM)[number]>;
  private readonly part: NameGuard<(typeof READ_OF_PART)[number]>;
  private readonly tool: NameGuard<(typeof READ_OF_TOOL)[number]>;
  /** Whether the item that is read says neither its type nor anything else: the vendor takes it for a reference. */
  private isReference = false;
  /** Whether the tool that is read reaches nothing that the vendor stores. */
  private isPlainTool = false;

  constructor(body: Buffer) {
    this.body = body;
    this.json = new JsonScanner(body, CHAT_LIMITS);
    this.top = TOP.guard(body);
    this.item = ITEM.guard(body);
    this.part = PART.guard(body);
    this.tool = TOOL.guard(body);
  }

  get problem(): JsonProblem | undefined {
    return this.json.problem;
  }

  run(): boolean {
    const { json } = this;
    return json.peek() === OPEN_BRACE && json.eachMember(this.takeTop) && json.isAtEnd();
  }

  private readonly takeTop = (start: number, end: number): boolean => {
    const { json } = this;
    const name = this.nameOf(this.top, start, end);
    if (this.refused) return false;
    if (!name) return this.countUnless(NO_TEXT, start, end);
    json.peek();
    const from = json.at;
    if (!this.takeMember(name)) return false;
    this.spans[name] = { start: from, end: json.at };
    return true;
  };

  private takeMember(name: ReadMember): boolean {
    switch (name) {
      case 'input':
        return this.takeInput();
      case 'instructions':
        return this.countMessage();
      case 'tools':
        return this.list(this.takeTool);
      case 'metadata':
        return this.object(this.takeMetadata);
      default:
        return this.json.skipValue();
    }
  }

  private takeInput(): boolean {
    const isList = this.json.peek() === OPEN_BRACKET;
    return isList ? this.json.eachElement(this.takeItem) : this.countMessage();
  }

  private countMessage(): boolean {
    if (this.json.peek() !== N) this.promptCharacters += CHARACTERS_A_MESSAGE;
    return this.countText();
  }

  private readonly takeMetadata = (): boolean => {
    this.metadataMembers += 1;
    return this.json.skipValue();
  };

  private readonly takeItem = (): boolean => {
    this.promptCharacters += CHARACTERS_A_MESSAGE;
    this.beginItem();
    if (this.json.peek() !== OPEN_BRACE) return this.countText();
    if (!this.json.eachMember(this.takeOfItem)) return false;
    return !this.isReference || this.refuse('input', REFERENCE_PROBLEM);
  };

  private beginItem(): void {
    this.item.begin();
    this.isReference = true;
  }

  private readonly takeOfItem = (start: number, end: number): boolean => {
    const name = this.nameOf(this.item, start, end);
    if (this.refused) return false;
    if (name === 'content') this.isReference = false;
    if (name === 'type') return this.takeType();
    return name ? this.takeContent() : this.countUnless(NOT_OF_ITEM, start, end);
  };

  private takeType(): boolean {
    const { json, body } = this;
    json.peek();
    const from = json.at;
    if (!json.skipValue()) return false;
    // A word that is written otherwise than it is meant is refused: the vendor would read it.
    const isWord = json.isPlain || body[from] !== QUOTE;
    if (!isWord) return this.refuse('input[].type', 'must be written without escapes');
    if (REFERENCES.at(body, from, json.at) !== '') return this.refuse('input', REFERENCE_PROBLEM);
    if (body[from] === QUOTE) this.isReference = false;
    return true;
  }

  private takeContent(): boolean {
    const isList = this.json.peek() === OPEN_BRACKET;
    return isList ? this.json.eachElement(this.takePart) : this.takeOnePart();
  }

  /** An output may be one part. */
  private takeOnePart(): boolean {
    return this.json.peek() === OPEN_BRACE ? this.takePart() : this.countText();
  }

  private readonly takePart = (): boolean => {
    this.part.begin();
    if (this.json.peek() !== OPEN_BRACE) return this.countText();
    return this.json.eachMember(this.takeOfPart);
  };

  private readonly takeOfPart = (start: number, end: number): boolean => {
    const name = this.nameOf(this.part, start, end);
    if (this.refused) return false;
    if (name === 'text') return this.countText();
    if (name === 'file_id') return this.takeFileId();
    return name ? this.json.skipValue() : this.countUnless(NOT_OF_PART, start, end);
  };

  private takeFileId(): boolean {
    const { json } = this;
    const first = json.peek();
    const from = json.at;
    if (!json.skipValue()) return false;
    if (first === N) return true;
    if (first !== QUOTE || json.at - from > LONGEST_FILE_ID)
      return this.refuse(FILE_ID, FILE_PROBLEM);
    this.fileIds.push({ start: from, end: json.at });
    return true;
  }

  private readonly takeTool = (): boolean => {
    const { json } = this;
    const first = json.peek();
    const from = json.at;
    const before = json.characters;
    this.beginTool();
    const isRead = first === OPEN_BRACE ? json.eachMember(this.takeOfTool) : json.skipValue();
    if (!isRead) return false;
    this.promptCharacters += json.characters - before;
    return this.isPlainTool || this.isWithinRequest(from, json.at);
  };

  private beginTool(): void {
    this.tool.begin();
    this.isPlainTool = false;
  }

  private readonly takeOfTool = (start: number, end: number): boolean => {
    const { json } = this;
    const name = this.nameOf(this.tool, start, end);
    if (this.refused) return false;
    json.peek();
    const from = json.at;
    if (!json.skipValue()) return false;
    if (name) this.isPlainTool = PLAIN_TOOLS.at(this.body, from, json.at) !== '';
    return true;
  };

  /** Tools that a vendor runs may name what it stores: those few are parsed. */
  private isWithinRequest(start: number, end: number): boolean {
    const stored = storedIn(JSON.parse(this.body.toString('utf8', start, end)));
    if (stored === undefined) return true;
    const problem = `has ${stored}, which names what the vendor stores: this gateway does not reach it, and cannot tell whose it is`;
    return this.refuse('tools', problem);
  }

  private refuse(member: string, problem: string): false {
    this.refused = { member, problem };
    return false;
  }

  private countUnless(names: KnownWords, start: number, end: number): boolean {
    const isText = names.at(this.body, start, end) === '';
    return isText ? this.countText() : this.json.skipValue();
  }

  /** Steps over a value, and counts it: the inside of a string, the whole of a list or an object, nothing else. */
  private countText(): boolean {
    const { json } = this;
    const first = json.peek();
    const isText = first === QUOTE || first === OPEN_BRACE || first === OPEN_BRACKET;
    const before = json.characters;
    if (!json.skipValue()) return false;
    if (isText) this.promptCharacters += json.characters - before - (first === QUOTE ? 2 : 0);
    return true;
  }

  private nameOf<Name extends string>(
    guard: NameGuard<Name>,
    start: number,
    end: number,
  ): Name | undefined {
    const name = guard.take(start, end, this.json.isPlain);
    this.refused = guard.refused;
    return name;
  }

  private object(take: (start: number, end: number) => boolean): boolean {
    const { json } = this;
    return json.peek() === OPEN_BRACE ? json.eachMember(take) : json.skipValue();
  }

  private list(take: () => boolean): boolean {
    const { json } = this;
    return json.peek() === OPEN_BRACKET ? json.eachElement(take) : json.skipValue();
  }
}
