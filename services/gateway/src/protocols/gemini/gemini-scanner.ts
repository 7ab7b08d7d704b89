import { isUtf8 } from 'node:buffer';
import { JsonScanner } from '@aicp/common/json/json-scanner';
import { CHARACTERS_A_MESSAGE } from '@aicp/contracts/routing/request/chat-facts';
import { isVendorFile } from '../../formats/gemini/requests/gemini-parts.ts';
import { CHAT_LIMITS } from '../openai-chat/chat-scan.ts';
import type { BadRequest } from '../protocol.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
/** Bytes that no model reads as text. */
const MEDIA: ReadonlySet<string> = new Set(['inlineData', 'thoughtSignature']);

export type Take = (name: string) => boolean;

/**
 * Steps once over the body of a request and finds what is read of it, without parsing it. Google reads names in two cases: both are known here, and one that is there
 * twice, in whatever cases, is refused. What the members of a body are, those say that extend it.
 */
export abstract class GeminiScanner {
  promptCharacters = 0;
  protected readonly body: Buffer;
  protected readonly json: JsonScanner;
  private refusal: BadRequest | undefined;

  constructor(body: Buffer) {
    this.body = body;
    this.json = new JsonScanner(body, CHAT_LIMITS);
  }

  /** Takes a member of the body. */
  protected abstract readonly takeTop: Take;

  /** What the body lacks; undefined where all is there. */
  protected abstract lack(): BadRequest | undefined;

  /** Answers why the body is refused; undefined where it is read. */
  run(): BadRequest | undefined {
    const { json } = this;
    if (!isUtf8(this.body)) return refusalOf('malformed');
    const isRead = json.peek() === OPEN_BRACE && this.object('', this.takeTop) && json.isAtEnd();
    if (this.refusal) return this.refusal;
    return isRead ? this.lack() : refusalOf(json.problem);
  }

  protected readonly takeContent = (): boolean => {
    this.promptCharacters += CHARACTERS_A_MESSAGE;
    return this.object('contents[].', (name) =>
      name === 'parts' ? this.list(this.takePart) : this.countText(),
    );
  };

  private readonly takePart = (): boolean =>
    this.object('contents[].parts[].', (name) => {
      if (name === 'fileData') return this.object('fileData.', this.takeFile);
      if (name === 'functionResponse') return this.object('functionResponse.', this.takeResult);
      return MEDIA.has(name) ? this.json.skipValue() : this.countText();
    });

  private readonly takeResult: Take = (name) =>
    name === 'parts' ? this.list(this.takePart) : this.countText();

  /** Google reads what it keeps itself with the rights of the provider's credential, which are not the client's. */
  private readonly takeFile: Take = (name) => {
    const { json } = this;
    json.peek();
    const start = json.at;
    if (!json.skipValue()) return false;
    if (name !== 'fileUri') return true;
    const uri: unknown = JSON.parse(this.body.toString('utf8', start, json.at));
    return typeof uri === 'string' && !isVendorFile(uri)
      ? true
      : this.refuse(
          'fileData.fileUri',
          'must be an https address that anybody may read: files at Google belong to whoever holds the credential of the provider',
        );
  };

  /** The members of an object, each by its name in Google's reference; anything else is counted. */
  protected object(where: string, take: Take): boolean {
    const { json } = this;
    if (json.peek() !== OPEN_BRACE) return this.countText();
    // An object may have as many members as a body: each is looked up at once.
    const seen = new Set<string>();
    return json.eachMember((start, end) => {
      const name = this.nameAt(start, end);
      if (seen.has(name)) return this.refuse(where + name, 'is there twice');
      seen.add(name);
      return take(name);
    });
  }

  protected list(take: () => boolean): boolean {
    const { json } = this;
    return json.peek() === OPEN_BRACKET ? json.eachElement(take) : take();
  }

  private nameAt(start: number, end: number): string {
    const written = this.body.toString('utf8', start, end);
    const name = this.json.isPlain ? written : (JSON.parse(`"${written}"`) as string);
    return name.includes('_') ? name.replaceAll(/_(?<letter>[a-z])/g, upper) : name;
  }

  protected refuse(param: string, problem: string): false {
    this.refusal ??= { message: `${param} ${problem}.`, param };
    return false;
  }

  /** Steps over a value, and counts it: the inside of a string, the whole of a list or an object, nothing else. */
  protected countText(): boolean {
    const { json } = this;
    const first = json.peek();
    const isNested = first === OPEN_BRACE || first === OPEN_BRACKET;
    if (first !== QUOTE && !isNested) return json.skipValue();
    const before = json.characters;
    if (!json.skipValue()) return false;
    this.promptCharacters += json.characters - before - (isNested ? 0 : 2);
    return true;
  }
}

const upper = (_: string, letter: string): string => letter.toUpperCase();

function refusalOf(problem: JsonScanner['problem']): BadRequest {
  const { depth, elements } = CHAT_LIMITS;
  const message = {
    malformed: 'The body is not a JSON object. Send one, as UTF-8.',
    deep: `The body nests deeper than ${depth} levels.`,
    many: `The body has more than ${elements} values.`,
  }[problem ?? 'malformed'];
  return { message, param: null };
}
