import {
  afterValue,
  decoded,
  eachElement,
  eachMember,
  edited,
  type Edit,
} from '../chat-texts/json-places.ts';
import { BYTES, MEDIA, PLAIN_NAME, SHORT_NUMBER } from '../chat-texts/prompt-words.ts';
import type { PromptText, PromptTexts } from '../protocol.ts';
import { NEVER_READ, type PlainRules } from './plain-rules.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
/** Names of members of parts: they are read, and need no look. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['type', 'text', 'title', 'content', 'image_url', 'url'],
  ...Object.keys(MEDIA),
]);
/** Words of the API. What stands in their place and has another form may be read. */
const WORD = /^[\w.:/-]{0,64}$/;
/** Text in base64 is shorter. */
const SHORTEST_BYTES = 256;
const ADDRESS = /^(?:https?|data):/;
/** A number of fewer digits tells nothing. */
const LONG_NUMBER = /^-?[0-9]{7}/;

interface Place extends PromptText {
  readonly start: number;
  readonly end: number;
}

/** Finds the texts that the model of a request reads which is no conversation. */
export class PlainTexts implements PromptTexts {
  readonly unseen = new Set<string>();
  private readonly json: string;
  private readonly found: Place[] = [];
  /** Names of members that are not known, each once. */
  private readonly names = new Set<string>();

  constructor(body: Buffer, { texts, words }: Pick<PlainRules, 'texts' | 'words'>) {
    this.json = body.toString();
    eachMember(this.json, this.json.indexOf('{'), (name, start) => {
      if (NEVER_READ.has(name)) return afterValue(this.json, start);
      if (words.has(name)) return this.words(start);
      if (!texts.includes(name)) this.takeName(name);
      return this.everything(start);
    });
    this.takeNames();
  }

  get texts(): readonly PromptText[] {
    return this.found;
  }

  /** The body with other texts in the place of some, by their numbers. Nothing else of it differs. */
  withTexts(texts: ReadonlyMap<number, string>): Buffer {
    const edits: Edit[] = [];
    for (const [number, { start, end, fixed }] of this.found.entries()) {
      const text = texts.get(number);
      if (text !== undefined && fixed === undefined)
        edits.push({ start, end, text: JSON.stringify(text) });
    }
    return Buffer.from(edited(this.json, edits));
  }

  /** A word, or a list of them. */
  private words(at: number): number {
    const { json } = this;
    const first = json.charCodeAt(at);
    if (first === OPEN_BRACKET) return eachElement(json, at, (start) => this.words(start));
    const end = afterValue(json, at);
    const isWord = first === QUOTE && WORD.test(json.slice(at + 1, end - 1));
    return isWord ? end : this.everything(at);
  }

  /** Every string and every long number in a value. Numbers in a list are tokens, which nobody can read here. */
  private everything(at: number, isInList = false): number {
    const { json } = this;
    const first = json.charCodeAt(at);
    if (first === OPEN_BRACKET)
      return eachElement(json, at, (start) => this.everything(start, true));
    if (first === OPEN_BRACE)
      return eachMember(json, at, (name, start) => {
        this.takeName(name);
        const media = Object.hasOwn(MEDIA, name) ? MEDIA[name] : undefined;
        return media === undefined ? this.everything(start) : this.media(start, media);
      });
    const end = afterValue(json, at);
    const written = json.slice(at, end);
    if (first === QUOTE) this.take(at, end, decoded(written));
    else if (LONG_NUMBER.test(written)) this.take(at, end, written);
    if (isInList && /^[-0-9]/.test(written)) this.unseen.add('tokens');
    return end;
  }

  /** What is called like media: bytes and addresses are, and what is text there is looked at. */
  private media(at: number, kind: string): number {
    const { json } = this;
    const end = afterValue(json, at);
    const isString = json.charCodeAt(at) === QUOTE;
    const text = isString ? decoded(json.slice(at, end)) : '';
    const isBytes = BYTES.test(text) && (text.length >= SHORTEST_BYTES || ADDRESS.test(text));
    // A document may be called so, and be text.
    if (kind !== 'file' || !isString || isBytes || ADDRESS.test(text)) this.unseen.add(kind);
    if (isBytes) return end;
    return json.charCodeAt(at) === OPEN_BRACE
      ? eachMember(json, at, (name, start) => {
          this.takeName(name);
          return this.media(start, kind);
        })
      : this.everything(at);
  }

  private take(start: number, end: number, text: string): void {
    if (text !== '') this.found.push({ start, end, form: 'text', text });
  }

  private takeName(name: string): void {
    if (!KNOWN.has(name) && !SHORT_NUMBER.test(name)) this.names.add(name);
  }

  private takeNames(): void {
    const [plain, free]: [string[], string[]] = [[], []];
    for (const name of this.names) (PLAIN_NAME.test(name) ? plain : free).push(name);
    const none = { start: 0, end: 0, form: 'text' } as const;
    if (free.length > 0) this.found.push({ ...none, fixed: 'texts', text: free.join('\n\n') });
    if (plain.length > 0) this.found.push({ ...none, fixed: 'names', text: plain.join('\n\0\n') });
  }
}
