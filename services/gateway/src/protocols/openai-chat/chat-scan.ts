import { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonScanner, type JsonLimits, type JsonProblem } from '@aicp/common/json/json-scanner';
import { GuardedNames, type NameGuard, type RefusedMember } from './guarded-names.ts';
import {
  CHARACTERS_A_MESSAGE,
  UNCOUNTED_OF_MESSAGE,
  UNCOUNTED_OF_PART,
} from '@aicp/contracts/routing/request/chat-facts';
import {
  READ_MEMBERS,
  READ_OF_FILE,
  READ_OF_MESSAGE,
  READ_OF_OPTIONS,
  READ_OF_PART,
  type ReadMember,
  type Span,
  type Spans,
} from './read-members.ts';

/**
 * What a request may be made of. Readers that recurse end at some thousands of levels, and a parsed value takes up to 100 bytes: more than
 * these are no conversation.
 */
export const CHAT_LIMITS: JsonLimits = { depth: 128, elements: 200_000 };

/** What a scan finds: where the members stand that are read, and what is known of their insides. */
export interface ChatScan {
  readonly spans: Spans;
  /** The value of `stream_options.include_usage`. */
  readonly includeUsage: Span | undefined;
  /** Characters of text in the request, as `requestCharacters` counts them. */
  readonly promptCharacters: number;
  /** Members of `metadata`, one that is written twice counted twice. */
  readonly metadataMembers: number;
  /** Every `file_id` of a file in a message that is not null. */
  readonly fileIds: readonly Span[];
  /** Every `input_audio` of a part. */
  readonly sounds: readonly Span[];
}

/** Why a scan ended: the text breaks a limit or is no JSON object, or a member is refused. */
export type ScanProblem = JsonProblem | RefusedMember;

/**
 * Steps once over a chat request's body and finds what is read of it, without parsing it. Answers why the body is refused instead, where
 * it is. Whether the bytes are UTF-8 is not checked.
 */
export function scanChat(body: Buffer): ChatScan | ScanProblem {
  const scanner = new ChatScanner(body);
  return scanner.run() ? scanner : (scanner.refused ?? scanner.problem ?? 'malformed');
}

/** Whether a scan found a problem. */
export const isProblem = (scan: ChatScan | ScanProblem): scan is ScanProblem =>
  typeof scan === 'string' || 'member' in scan;

const TOP = new GuardedNames('', READ_MEMBERS);
const OPTIONS = new GuardedNames('stream_options.', READ_OF_OPTIONS);
const MESSAGE = new GuardedNames('messages[].', READ_OF_MESSAGE);
const PART = new GuardedNames('messages[].content[].', READ_OF_PART);
const FILE = new GuardedNames('messages[].content[].file.', READ_OF_FILE);

/** Names of members that are no text, where they are written as they are meant; in any other form they count. */
const NOT_OF_MESSAGE = new KnownWords(UNCOUNTED_OF_MESSAGE);
const NOT_OF_PART = new KnownWords(UNCOUNTED_OF_PART);

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const N = 0x6e;

const SOUND_PROBLEM =
  'names a sound that the vendor stored, which this gateway does not reach, and cannot tell whose it is: send its transcript as content';

class ChatScanner implements ChatScan {
  readonly spans: Partial<Record<ReadMember, Span>> = {};
  includeUsage: Span | undefined;
  promptCharacters = 0;
  metadataMembers = 0;
  readonly fileIds: Span[] = [];
  readonly sounds: Span[] = [];
  refused: RefusedMember | undefined;
  private readonly body: Buffer;
  private readonly json: JsonScanner;
  private readonly top: NameGuard<ReadMember>;
  private readonly options: NameGuard<(typeof READ_OF_OPTIONS)[number]>;
  private readonly message: NameGuard<(typeof READ_OF_MESSAGE)[number]>;
  private readonly part: NameGuard<(typeof READ_OF_PART)[number]>;
  private readonly file: NameGuard<(typeof READ_OF_FILE)[number]>;

  constructor(body: Buffer) {
    this.body = body;
    this.json = new JsonScanner(body, CHAT_LIMITS);
    this.top = TOP.guard(body);
    this.options = OPTIONS.guard(body);
    this.message = MESSAGE.guard(body);
    this.part = PART.guard(body);
    this.file = FILE.guard(body);
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
    if (!name) return this.countText();
    json.peek();
    const from = json.at;
    if (!this.takeMember(name)) return false;
    this.spans[name] = { start: from, end: json.at };
    return true;
  };

  private takeMember(name: ReadMember): boolean {
    if (name === 'messages') return this.list(this.takeMessage);
    if (name === 'stream_options') return this.object(this.takeOption);
    if (name === 'metadata') return this.object(this.takeMetadata);
    if (name === 'tools' || name === 'functions' || name === 'audio') return this.countText();
    return this.json.skipValue();
  }

  private readonly takeOption = (start: number, end: number): boolean => {
    const { json } = this;
    const name = this.nameOf(this.options, start, end);
    if (this.refused) return false;
    json.peek();
    const from = json.at;
    if (!json.skipValue()) return false;
    if (name) this.includeUsage = { start: from, end: json.at };
    return true;
  };

  private readonly takeMetadata = (): boolean => {
    this.metadataMembers += 1;
    return this.json.skipValue();
  };

  private readonly takeMessage = (): boolean => {
    this.promptCharacters += CHARACTERS_A_MESSAGE;
    this.message.begin();
    if (this.json.peek() !== OPEN_BRACE) return this.countText();
    return this.json.eachMember(this.takeOfMessage);
  };

  private readonly takeOfMessage = (start: number, end: number): boolean => {
    const name = this.nameOf(this.message, start, end);
    if (this.refused) return false;
    if (name === 'content') return this.takeContent();
    if (name === 'audio' && this.json.peek() !== N) return this.refuseSound();
    return name ? this.countText() : this.countUnless(NOT_OF_MESSAGE, start, end);
  };

  /** What a model said before is named by an id there, which any customer of the vendor's account could have been given. */
  private refuseSound(): false {
    this.refused = { member: 'messages[].audio', problem: SOUND_PROBLEM };
    return false;
  }

  private takeContent(): boolean {
    const isList = this.json.peek() === OPEN_BRACKET;
    return isList ? this.json.eachElement(this.takePart) : this.countText();
  }

  private readonly takePart = (): boolean => {
    this.part.begin();
    if (this.json.peek() !== OPEN_BRACE) return this.countText();
    return this.json.eachMember(this.takeOfPart);
  };

  private readonly takeOfPart = (start: number, end: number): boolean => {
    const name = this.nameOf(this.part, start, end);
    if (this.refused) return false;
    if (name === 'file') return this.takeFile();
    if (name === 'input_audio') return this.takeSound();
    return name ? this.countText() : this.countUnless(NOT_OF_PART, start, end);
  };

  private takeSound(): boolean {
    const { json } = this;
    const isThere = json.peek() !== N;
    const from = json.at;
    if (!json.skipValue()) return false;
    if (isThere) this.sounds.push({ start: from, end: json.at });
    return true;
  }

  private takeFile(): boolean {
    this.file.begin();
    return this.object(this.takeOfFile);
  }

  private readonly takeOfFile = (start: number, end: number): boolean => {
    const { json } = this;
    const name = this.nameOf(this.file, start, end);
    if (this.refused) return false;
    const first = json.peek();
    const from = json.at;
    if (!json.skipValue()) return false;
    if (name && first !== N) this.fileIds.push({ start: from, end: json.at });
    return true;
  };

  /** Steps over the value of the member whose name stands there, and counts it unless its name is one of those. */
  private countUnless(names: KnownWords, start: number, end: number): boolean {
    const isText = names.at(this.body, start, end) === '';
    return isText ? this.countText() : this.json.skipValue();
  }

  /** Steps over a value, and counts it: the inside of a string, the whole of a list or an object, nothing else. */
  private countText(): boolean {
    const first = this.json.peek();
    if (first === QUOTE) return this.countCharacters(2);
    const isNested = first === OPEN_BRACE || first === OPEN_BRACKET;
    return isNested ? this.countCharacters(0) : this.json.skipValue();
  }

  /** Steps over a value, and counts its characters to the prompt's but for `less` of them. */
  private countCharacters(less: number): boolean {
    const { json } = this;
    const before = json.characters;
    if (!json.skipValue()) return false;
    this.promptCharacters += json.characters - before - less;
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

  /** Steps over a value, member by member where it is an object. */
  private object(take: (start: number, end: number) => boolean): boolean {
    const { json } = this;
    return json.peek() === OPEN_BRACE ? json.eachMember(take) : json.skipValue();
  }

  /** Steps over a value, element by element where it is a list. */
  private list(take: () => boolean): boolean {
    const { json } = this;
    return json.peek() === OPEN_BRACKET ? json.eachElement(take) : json.skipValue();
  }
}
