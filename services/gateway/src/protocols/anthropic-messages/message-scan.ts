import { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonScanner, type JsonProblem } from '@aicp/common/json/json-scanner';
import { CHARACTERS_A_MESSAGE } from '@aicp/contracts/routing/request/chat-facts';
import { CHAT_LIMITS } from '../openai-chat/chat-scan.ts';
import { GuardedNames, type NameGuard, type RefusedMember } from '../openai-chat/guarded-names.ts';
import type { Span } from '../openai-chat/read-members.ts';

/** The members of a request for a message that any stage reads. One that is there twice, or in a disguise, refuses the request. */
const READ_MEMBERS = [
  'model',
  'messages',
  'system',
  'stream',
  'max_tokens',
  'metadata',
  'tools',
  'mcp_servers',
] as const;
export type MessageMember = (typeof READ_MEMBERS)[number];
export type MessageSpans = Partial<Record<MessageMember, Span>>;

const TOP = new GuardedNames<MessageMember>('', READ_MEMBERS);
const MESSAGE = new GuardedNames('messages[].', ['content', 'role']);

/** Members of blocks that are no text. */
const NO_TEXT = new KnownWords([
  ...['type', 'id', 'tool_use_id', 'cache_control', 'signature', 'is_error', 'file_id', 'url'],
  ...['media_type', 'citations', 'caller'],
]);
/** A text where its source says so, and bytes otherwise. */
const DATA = new KnownWords(['data']);
const NESTED = new KnownWords(['content', 'source']);

/** What a scan finds. */
export interface MessageScan {
  readonly spans: MessageSpans;
  /** Characters of text that the model reads. */
  readonly promptCharacters: number;
}

export type MessageProblem = JsonProblem | RefusedMember;

/** Steps once over a request's body and finds what is read of it, without parsing it; or answers why it is refused. */
export function scanMessage(body: Buffer): MessageScan | MessageProblem {
  const scanner = new MessageScanner(body);
  return scanner.run() ? scanner : (scanner.refused ?? scanner.problem ?? 'malformed');
}

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
/** What bytes in base64 begin with is no text; texts of documents have spaces soon. */
const LOOKED_AT = 256;

class MessageScanner implements MessageScan {
  readonly spans: Partial<Record<MessageMember, Span>> = {};
  promptCharacters = 0;
  refused: RefusedMember | undefined;
  private readonly body: Buffer;
  private readonly json: JsonScanner;
  private readonly top: NameGuard<MessageMember>;
  private readonly message: NameGuard<string>;

  constructor(body: Buffer) {
    this.body = body;
    this.json = new JsonScanner(body, CHAT_LIMITS);
    this.top = TOP.guard(body);
    this.message = MESSAGE.guard(body);
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
    const name = this.top.take(start, end, json.isPlain);
    this.refused = this.top.refused;
    if (this.refused) return false;
    json.peek();
    const from = json.at;
    if (!this.takeMember(name)) return false;
    if (name) this.spans[name] = { start: from, end: json.at };
    return true;
  };

  private takeMember(name: MessageMember | undefined): boolean {
    if (name === 'messages') return this.list(this.takeMessage);
    if (name === 'system') return this.takeContent();
    return name === 'tools' ? this.countText() : this.json.skipValue();
  }

  private readonly takeMessage = (): boolean => {
    this.promptCharacters += CHARACTERS_A_MESSAGE;
    this.message.begin();
    if (this.json.peek() !== OPEN_BRACE) return this.countText();
    return this.json.eachMember(this.takeOfMessage);
  };

  private readonly takeOfMessage = (start: number, end: number): boolean => {
    const name = this.message.take(start, end, this.json.isPlain);
    this.refused = this.message.refused;
    if (this.refused) return false;
    return name === 'role' ? this.json.skipValue() : this.takeContent();
  };

  /** A text, or a list of blocks. */
  private takeContent(): boolean {
    return this.json.peek() === OPEN_BRACKET
      ? this.json.eachElement(this.takeBlock)
      : this.countText();
  }

  private readonly takeBlock = (): boolean =>
    this.json.peek() === OPEN_BRACE ? this.json.eachMember(this.takeOfBlock) : this.countText();

  private readonly takeOfBlock = (start: number, end: number): boolean => {
    const { json, body } = this;
    if (NO_TEXT.at(body, start, end) !== '') return json.skipValue();
    if (NESTED.at(body, start, end) !== '') return this.takeNested();
    if (DATA.at(body, start, end) === '') return this.countText();
    json.peek();
    const isBytes = isBase64(body.subarray(json.at, json.at + LOOKED_AT));
    return isBytes ? json.skipValue() : this.countText();
  };

  private takeNested(): boolean {
    return this.json.peek() === OPEN_BRACE
      ? this.json.eachMember(this.takeOfBlock)
      : this.takeContent();
  }

  /** Steps over a value, and counts it: the inside of a string, the whole of a list or an object, nothing else. */
  private countText(): boolean {
    const { json } = this;
    const first = json.peek();
    if (first !== QUOTE && first !== OPEN_BRACE && first !== OPEN_BRACKET) return json.skipValue();
    const before = json.characters;
    if (!json.skipValue()) return false;
    this.promptCharacters += json.characters - before - (first === QUOTE ? 2 : 0);
    return true;
  }

  private list(take: () => boolean): boolean {
    const { json } = this;
    return json.peek() === OPEN_BRACKET ? json.eachElement(take) : json.skipValue();
  }
}

const isBase64 = (bytes: Buffer): boolean =>
  /^"[A-Za-z0-9+/=_-]*(?:"|$)/.test(bytes.toString('latin1'));
