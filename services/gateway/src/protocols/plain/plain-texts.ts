import {
  afterValue,
  decoded,
  eachElement,
  eachMember,
  edited,
  type Edit,
} from '../chat-texts/json-places.ts';
import { MEDIA, PLAIN_NAME, SHORT_NUMBER } from '../chat-texts/prompt-words.ts';
import type { PromptText, PromptTexts } from '../protocol.ts';
import type { PlainRules } from './plain-rules.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
/** What all have or one has that is read, and needs no look: names of members of parts. */
const KNOWN: ReadonlySet<string> = new Set([
  'type',
  'text',
  'title',
  'content',
  'image_url',
  'url',
]);

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
      if (words.has(name)) return afterValue(this.json, start);
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

  /** Every string in a value. Numbers in a list are tokens, which nobody can read here. */
  private everything(at: number, isInList = false): number {
    const { json } = this;
    const first = json.charCodeAt(at);
    if (first === OPEN_BRACKET)
      return eachElement(json, at, (start) => this.everything(start, true));
    if (first === OPEN_BRACE) return this.object(at);
    const end = afterValue(json, at);
    if (first === QUOTE) {
      const text = decoded(json.slice(at, end));
      if (text !== '') this.found.push({ start: at, end, form: 'text', text });
    } else if (isInList && first >= 0x30 && first <= 0x39) this.unseen.add('tokens');
    return end;
  }

  private object(at: number): number {
    return eachMember(this.json, at, (name, start) => {
      const media = Object.hasOwn(MEDIA, name) ? MEDIA[name] : undefined;
      if (media !== undefined) {
        this.unseen.add(media);
        return afterValue(this.json, start);
      }
      this.takeName(name);
      return this.everything(start);
    });
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
