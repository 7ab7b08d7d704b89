import {
  afterValue,
  decoded,
  eachElement,
  eachMember,
  edited,
  type Edit,
} from '../chat-texts/json-places.ts';
import { PLAIN_NAME, SHORT_NUMBER } from '../chat-texts/prompt-words.ts';
import type { PromptText, PromptTexts } from '../protocol.ts';
import {
  BASE64,
  FORMS_OF_CALL,
  FORMS_OF_CONTENT,
  FORMS_OF_MEDIA,
  FORMS_OF_PART,
  FORMS_OF_REQUEST,
  FORMS_OF_SETTINGS,
  KNOWN_NAMES,
  OWN_NAMES,
  SETTINGS,
  type Forms,
  VALUES,
} from './guarded/gemini-words.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
/** A number of fewer digits tells nothing. */
const LONG_NUMBER = /^-?[0-9]{7}/;
const JSON_START = /^"\s*[[{]/;

interface Place extends PromptText {
  readonly start: number;
  readonly end: number;
}

interface Reading {
  /** What a tool answered is JSON where it looks like it. */
  readonly isResult?: boolean;
  readonly partOf?: number;
  /** The words that stand here, and in what is within. Absent: none, it is all text. */
  readonly forms?: Forms;
}

/** Finds the texts of a request that its model reads. The body is a JSON object of at most some levels. */
export class GeminiTexts implements PromptTexts {
  readonly texts: readonly Place[];
  readonly unseen = new Set<string>();
  private readonly json: string;
  private readonly found: Place[] = [];
  private readonly names = new Set<string>();
  private contents = 0;

  constructor(body: Buffer) {
    this.json = body.toString();
    this.request(this.json.indexOf('{'));
    this.takeNames();
    this.texts = this.found;
  }

  /** The body with other texts in the place of some, by their numbers. Nothing else of it differs. */
  withTexts(texts: ReadonlyMap<number, string>): Buffer {
    const edits: Edit[] = [];
    for (const [number, { start, end, form, fixed }] of this.texts.entries()) {
      const text = texts.get(number);
      if (text === undefined || fixed !== undefined) continue;
      const isObject = form === 'json' && this.json.charCodeAt(start) !== QUOTE;
      edits.push({ start, end, text: isObject ? text : JSON.stringify(text) });
    }
    return Buffer.from(edited(this.json, edits));
  }

  /** A whole request, or one of the many for embeddings that come as one. */
  private request(at: number): number {
    if (this.json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at);
    return this.eachNamed(at, (name, start) => {
      switch (name) {
        case 'contents':
          return this.list(start, (one) => this.content(one));
        case 'systemInstruction':
        case 'content':
          return this.content(start);
        case 'requests':
          return this.list(start, (one) => this.request(one));
        default:
          return SETTINGS.has(name)
            ? this.named(name, start, { forms: FORMS_OF_SETTINGS })
            : this.word(start, FORMS_OF_REQUEST.get(name));
      }
    });
  }

  private content(at: number): number {
    if (this.json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at);
    this.contents += 1;
    return this.eachNamed(at, (name, start) =>
      name === 'parts'
        ? this.list(start, (part) => this.part(part))
        : this.word(start, FORMS_OF_CONTENT.get(name)),
    );
  }

  private part(at: number): number {
    if (this.json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at);
    const partOf = this.contents;
    return this.eachNamed(at, (name, start) => {
      switch (name) {
        case 'text':
          return this.everything(start, { partOf });
        case 'inlineData':
        case 'fileData':
          return this.media(start);
        case 'functionCall':
          return this.called(start);
        case 'functionResponse':
          return this.result(start);
        default:
          return this.word(start, FORMS_OF_PART.get(name));
      }
    });
  }

  /** What cannot be looked at, by its type; the bytes themselves are nothing that a guardrail reads. */
  private media(at: number): number {
    if (this.json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at);
    let kind = 'file';
    const end = this.eachNamed(at, (name, start) => {
      const { json } = this;
      const after = afterValue(json, start);
      if (name === 'mimeType') kind = kindOf(json.slice(start + 1, after - 1)) ?? kind;
      const isBytes = name === 'data' && BASE64.test(json.slice(start + 1, after - 1));
      if (isBytes && json.charCodeAt(start) === QUOTE) return after;
      return this.word(start, FORMS_OF_MEDIA.get(name));
    });
    this.unseen.add(kind);
    return end;
  }

  private called(at: number): number {
    if (this.json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at);
    return this.eachNamed(at, (name, start) => {
      const isObject = this.json.charCodeAt(start) === OPEN_BRACE;
      if (name === 'args' && isObject) return this.take(start, { form: 'json' });
      // Pieces of arguments are read as one, and not as one with what is said around them.
      if (name === 'partialArgs') return this.everything(start, { partOf: this.contents + 0.5 });
      return this.word(start, FORMS_OF_CALL.get(name));
    });
  }

  /** What a tool answered: whatever its members are called, they are the tool's own. */
  private result(at: number): number {
    if (this.json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at, { isResult: true });
    return this.eachNamed(at, (name, start) => {
      if (name === 'parts') return this.list(start, (part) => this.part(part));
      const form = FORMS_OF_CALL.get(name);
      return form ? this.word(start, form) : this.everything(start, { isResult: true });
    });
  }

  /** Every string and every long number in a value. */
  private everything(at: number, how: Reading = {}): number {
    const { json } = this;
    const first = json.charCodeAt(at);
    if (first === OPEN_BRACE)
      return this.eachNamed(at, (name, start, isOwn) =>
        isOwn ? this.ownNamed(start, how) : this.named(name, start, how),
      );
    if (first === OPEN_BRACKET) return this.list(at, (start) => this.everything(start, how));
    const { isResult = false, partOf } = how;
    if (first === QUOTE) {
      const isJson = isResult && JSON_START.test(json.slice(at, at + 64));
      return this.take(at, { form: isJson ? 'json' : 'text', partOf });
    }
    return LONG_NUMBER.test(json.slice(at, afterValue(json, at)))
      ? this.take(at, { form: 'text' })
      : afterValue(json, at);
  }

  /** A value by its name among settings: values of a schema are no words, whatever their members are called. */
  private named(name: string, at: number, how: Reading): number {
    const { forms, ...all } = how;
    const form = forms?.get(name);
    if (form) return this.word(at, form, how);
    return this.everything(at, VALUES.has(name) ? all : how);
  }

  /** Words of a form that tells nothing are not looked at, and what should have such a form is not replaced. */
  private word(at: number, form: RegExp | undefined, how: Reading = {}): number {
    if (!form || this.json.charCodeAt(at) !== QUOTE) return this.everything(at, how);
    const end = afterValue(this.json, at);
    const text = decoded(this.json.slice(at, end));
    if (!form.test(text)) this.names.add(text);
    return end;
  }

  /** Members of an object whose names are the client's own: properties of a schema. */
  private ownNamed(at: number, how: Reading): number {
    if (this.json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at, how);
    return eachMember(this.json, at, (name, start) => {
      this.names.add(name);
      return this.everything(start, how);
    });
  }

  /** The members of an object, by their names in Google's reference. */
  private eachNamed(
    at: number,
    take: (name: string, start: number, isOwn: boolean) => number,
  ): number {
    return eachMember(this.json, at, (written, start) => {
      const name = written.replaceAll(/_(?<letter>[a-z])/g, (_, letter: string) =>
        letter.toUpperCase(),
      );
      if (!KNOWN_NAMES.has(name) && !SHORT_NUMBER.test(name)) this.names.add(written);
      return take(name, start, OWN_NAMES.has(name));
    });
  }

  private take(at: number, as: Pick<PromptText, 'form' | 'partOf'>): number {
    const { json, found } = this;
    const end = afterValue(json, at);
    const written = json.slice(at, end);
    const text = json.charCodeAt(at) === QUOTE ? decoded(written) : written;
    if (text !== '') found.push({ start: at, end, ...as, text });
    return end;
  }

  private list(at: number, take: (start: number) => number): number {
    if (this.json.charCodeAt(at) !== OPEN_BRACKET) return take(at);
    return eachElement(this.json, at, (start) => take(start));
  }

  /** Names that are one word are parted, so that no two of them make a phrase. */
  private takeNames(): void {
    const [plain, free]: [string[], string[]] = [[], []];
    for (const name of this.names) (PLAIN_NAME.test(name) ? plain : free).push(name);
    const none = { start: 0, end: 0, form: 'text' } as const;
    if (free.length > 0) this.found.push({ ...none, fixed: 'texts', text: free.join('\n\n') });
    if (plain.length > 0) this.found.push({ ...none, fixed: 'names', text: plain.join('\n\0\n') });
  }
}

const KINDS = ['image', 'audio', 'video'];
const kindOf = (mimeType: string): string | undefined =>
  KINDS.find((kind) => mimeType.startsWith(`${kind}/`));
