import type { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonScanner, type JsonProblem } from '@aicp/common/json/json-scanner';
import { CHARACTERS_A_MESSAGE } from '@aicp/contracts/routing/request/chat-facts';
import { CHAT_LIMITS } from '../openai-chat/chat-scan.ts';
import type { NameGuard, RefusedMember } from '../openai-chat/guarded-names.ts';
import {
  FILE_ID,
  FILE_PROBLEM,
  ITEM,
  LONGEST_FILE_ID,
  NO_TEXT,
  NOT_OF_ITEM,
  NOT_OF_PART,
  PART,
  PLAIN_ITEMS,
  PLAIN_TOOLS,
  REFERENCE_PROBLEM,
  REFERENCES,
  TOOL,
  TOP,
  type READ_OF_ITEM,
  type READ_OF_PART,
  type READ_OF_TOOL,
  type ReadMember,
  type ResponsesScan,
  type ScanProblem,
  type Span,
} from './read-members.ts';
import {
  problemOfItem,
  problemOfMember,
  problemOfNotes,
  problemOfTool,
  type Problem,
} from './stored-things.ts';

/** Steps once over a request's body and finds what is read of it, without parsing it. Whether the bytes are UTF-8 is not checked. */
export function scanResponses(body: Buffer): ResponsesScan | ScanProblem {
  const scanner = new ResponsesScanner(body);
  return scanner.run() ? scanner : (scanner.refused ?? scanner.problem ?? 'malformed');
}

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const N = 0x6e;

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
  /** Whether the item that is read says neither its type nor who said what: the vendor takes it for a reference. */
  private hasType = false;
  private hasContent = false;
  private hasRole = false;
  private isPlainItem = true;
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
    if (!name) return this.takeOther(start, end);
    json.peek();
    const from = json.at;
    if (!this.takeMember(name)) return false;
    this.spans[name] = { start: from, end: json.at };
    return true;
  };

  /** A member that no stage reads: it may name what is stored. */
  private takeOther(start: number, end: number): boolean {
    const { json, body } = this;
    const first = json.peek();
    if (!this.countUnless(NO_TEXT, start, end)) return false;
    if (first !== QUOTE && first !== OPEN_BRACE && first !== OPEN_BRACKET) return true;
    const member = Buffer.from(`{${body.toString('utf8', start - 1, json.at)}}`);
    return this.judge(body.toString('utf8', start, end), problemOfMember(member));
  }

  private takeMember(name: ReadMember): boolean {
    const { json } = this;
    switch (name) {
      case 'input':
        return this.takeInput();
      case 'instructions':
        return this.countMessage();
      case 'tools':
        return json.peek() === OPEN_BRACKET ? json.eachElement(this.takeTool) : json.skipValue();
      case 'metadata':
        return json.peek() === OPEN_BRACE ? json.eachMember(this.takeMetadata) : json.skipValue();
      default:
        return json.skipValue();
    }
  }

  private takeInput(): boolean {
    if (this.json.peek() !== OPEN_BRACKET) return this.countMessage();
    return this.json.eachElement(this.takeItem);
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
    const { json } = this;
    if (json.peek() !== OPEN_BRACE) return this.countText();
    const from = json.at;
    if (!json.eachMember(this.takeOfItem)) return false;
    if (!this.hasType && !(this.hasContent && this.hasRole))
      return this.refuse('input', REFERENCE_PROBLEM);
    return this.isPlainItem || this.isWithinRequest('input', from, problemOfItem);
  };

  private beginItem(): void {
    this.item.begin();
    this.hasType = false;
    this.hasContent = false;
    this.hasRole = false;
    this.isPlainItem = true;
  }

  private readonly takeOfItem = (start: number, end: number): boolean => {
    const name = this.nameOf(this.item, start, end);
    if (this.refused) return false;
    if (name === 'type') return this.takeType();
    if (name === 'role') return this.takeRole();
    if (name === 'content') this.hasContent = this.json.peek() !== N;
    return name ? this.takeContent() : this.countUnless(NOT_OF_ITEM, start, end);
  };

  private takeType(): boolean {
    const { json, body } = this;
    json.peek();
    const from = json.at;
    if (!json.skipValue()) return false;
    // A word that is written otherwise than it is meant is refused: the vendor would read it.
    if (!json.isPlain && body[from] === QUOTE)
      return this.refuse('input[].type', 'must be written without escapes');
    if (REFERENCES.at(body, from, json.at) !== '') return this.refuse('input', REFERENCE_PROBLEM);
    this.hasType = body[from] === QUOTE;
    this.isPlainItem = !this.hasType || PLAIN_ITEMS.at(body, from, json.at) !== '';
    return true;
  }

  private takeRole(): boolean {
    this.hasRole = this.json.peek() === QUOTE;
    return this.json.skipValue();
  }

  /** An output may be one part. */
  private takeContent(): boolean {
    return this.json.peek() === OPEN_BRACKET
      ? this.json.eachElement(this.takePart)
      : this.takePart();
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
    if (name === 'annotations') return this.takeNotes();
    return name ? this.json.skipValue() : this.countUnless(NOT_OF_PART, start, end);
  };

  private takeNotes(): boolean {
    this.json.peek();
    const from = this.json.at;
    return this.countText() && this.isWithinRequest('input', from, problemOfNotes);
  }

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
    return this.isPlainTool || this.isWithinRequest('tools', from, problemOfTool);
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

  /** What a vendor may fill with what it stores is parsed: that is seldom. `from`: where the value begins that ends here. */
  private isWithinRequest(member: string, from: number, problemOf: Problem): boolean {
    return this.judge(member, problemOf(this.body.subarray(from, this.json.at)));
  }

  private judge(member: string, problem: string | undefined): boolean {
    return problem === undefined || this.refuse(member, problem);
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
}
