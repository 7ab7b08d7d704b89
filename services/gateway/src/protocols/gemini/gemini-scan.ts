import { isUtf8 } from 'node:buffer';
import { JsonScanner } from '@aicp/common/json/json-scanner';
import { CHARACTERS_A_MESSAGE } from '@aicp/contracts/routing/request/chat-facts';
import { isVendorFile } from '../../formats/gemini/requests/gemini-parts.ts';
import { CHAT_LIMITS } from '../openai-chat/chat-scan.ts';
import type { BadRequest } from '../protocol.ts';

/** What is read of a request's body. */
export interface GeminiFacts {
  readonly promptCharacters: number;
  /** Values of `maxOutputTokens` and `candidateCount`; NaN where they are none. */
  readonly maxOutputTokens: number | undefined;
  readonly candidateCount: number | undefined;
  readonly hasTools: boolean;
}

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const LONGEST_NUMBER = 64;
/** Bytes that no model reads as text. */
const MEDIA: ReadonlySet<string> = new Set(['inlineData', 'thoughtSignature']);

/** Reads a request's body, or says why it can't be served. */
export function readGemini(body: Buffer): GeminiFacts | BadRequest {
  if (!isUtf8(body)) return refusalOf('malformed');
  const scan = new GeminiScanner(body);
  const refusal = scan.run();
  if (refusal) return refusal;
  const { promptCharacters, maxOutputTokens, candidateCount, hasTools } = scan;
  return { promptCharacters, maxOutputTokens, candidateCount, hasTools };
}

type Take = (name: string) => boolean;

/**
 * Steps once over the body of a request and finds what is read of it, without parsing it. Google reads names in two cases: both are known here, and one that is there
 * twice, in whatever cases, is refused.
 */
class GeminiScanner implements GeminiFacts {
  promptCharacters = 0;
  maxOutputTokens: number | undefined;
  candidateCount: number | undefined;
  hasTools = false;
  private refusal: BadRequest | undefined;
  private hasContents = false;
  private readonly body: Buffer;
  private readonly json: JsonScanner;

  constructor(body: Buffer) {
    this.body = body;
    this.json = new JsonScanner(body, CHAT_LIMITS);
  }

  /** Answers why the body is refused; undefined where it is read. */
  run(): BadRequest | undefined {
    const { json } = this;
    const isRead = json.peek() === OPEN_BRACE && this.object('', this.takeTop) && json.isAtEnd();
    if (this.refusal) return this.refusal;
    if (!isRead) return refusalOf(json.problem);
    if (this.hasContents) return undefined;
    return { message: 'contents must be an array of contents.', param: 'contents' };
  }

  private readonly takeTop: Take = (name) => {
    const { json } = this;
    switch (name) {
      case 'contents':
        this.hasContents = json.peek() === OPEN_BRACKET;
        return this.list(this.takeContent);
      case 'systemInstruction':
        return this.takeContent();
      case 'generationConfig':
        return this.object('generationConfig.', this.takeConfig);
      case 'tools':
        return this.takeTools();
      case 'model':
        return this.refuse('model', 'stands in the path of the request alone: leave it out');
      case 'cachedContent':
        return this.refuse(
          'cachedContent',
          'names what lies at the provider, which this gateway cannot tell the owner of: send the contents',
        );
      default:
        return this.countText();
    }
  };

  private readonly takeContent = (): boolean => {
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

  private readonly takeConfig: Take = (name) => {
    const { json } = this;
    if (name !== 'maxOutputTokens' && name !== 'candidateCount') return this.countText();
    json.peek();
    const start = json.at;
    if (!json.skipValue()) return false;
    const written = this.body.toString('latin1', start, Math.min(json.at, start + LONGEST_NUMBER));
    if (written !== 'null') this[name] = Number(written.replaceAll('"', ''));
    return true;
  };

  private takeTools(): boolean {
    let count = 0;
    const before = this.promptCharacters;
    const isRead = this.list(() => {
      count += 1;
      return this.countText();
    });
    this.hasTools = count > 0 || this.promptCharacters > before;
    return isRead;
  }

  /** The members of an object, each by its name in Google's reference; anything else is counted. */
  private object(where: string, take: Take): boolean {
    const { json } = this;
    if (json.peek() !== OPEN_BRACE) return this.countText();
    const seen: string[] = [];
    return json.eachMember((start, end) => {
      const name = this.nameAt(start, end);
      if (seen.includes(name)) return this.refuse(where + name, 'is there twice');
      seen.push(name);
      return take(name);
    });
  }

  private list(take: () => boolean): boolean {
    const { json } = this;
    return json.peek() === OPEN_BRACKET ? json.eachElement(take) : take();
  }

  private nameAt(start: number, end: number): string {
    const written = this.body.toString('utf8', start, end);
    const name = this.json.isPlain ? written : (JSON.parse(`"${written}"`) as string);
    return name.includes('_') ? name.replaceAll(/_(?<letter>[a-z])/g, upper) : name;
  }

  private refuse(param: string, problem: string): false {
    this.refusal ??= { message: `${param} ${problem}.`, param };
    return false;
  }

  /** Steps over a value, and counts it: the inside of a string, the whole of a list or an object, nothing else. */
  private countText(): boolean {
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
