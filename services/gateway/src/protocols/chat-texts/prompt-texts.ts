import type { PromptText, PromptTexts } from '../protocol.ts';
import { afterValue, decoded, eachElement, eachMember, edited, type Edit } from './json-places.ts';
import {
  FORMS_OF_BODY,
  FORMS_OF_CALL,
  FORMS_OF_CALLED,
  FORMS_OF_MEDIA,
  FORMS_OF_MESSAGE,
  FORMS_OF_SCHEMA,
  type Forms,
  KNOWN_NAMES,
  MEDIA,
  NAMED_BY_SCHEMA,
  NO_PROMPT,
  PLAIN_NAME,
  READ_ON,
  SHORT_NUMBER,
  TEXTS,
  VALUES_OF_SCHEMA,
} from './prompt-words.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** A number of fewer digits tells nothing. */
const LONG_NUMBER = /^-?[0-9]{7}/;

interface Place extends PromptText {
  readonly start: number;
  readonly end: number;
}

/** How what stands at a place is read. */
interface Reading {
  /** What a tool answered is JSON where it looks like it. */
  readonly isResult?: boolean;
  readonly partOf?: number;
}

/**
 * Finds the texts of a chat request that its model reads. The body is a JSON object of at most some levels. What reads requests of a like API extends it:
 * its members are read while it is made.
 */
export class ChatTexts implements PromptTexts {
  readonly texts: readonly Place[];
  readonly unseen = new Set<string>();
  protected readonly json: string;
  private readonly found: Place[] = [];
  /** Names of members that are not known, and words that have not the form that is known; each once. */
  private readonly names = new Set<string>();
  /** The message whose parts are read, by its number. */
  protected messages = 0;

  constructor(body: Buffer) {
    this.json = body.toString();
    const at = this.json.indexOf('{');
    this.eachNamed(at, (name, start) => this.ofBody(name, start));
    this.takeNames();
    this.texts = this.found;
  }

  /** The body with other texts in the place of some, by their numbers. Nothing else of it differs. */
  withTexts(texts: ReadonlyMap<number, string>): Buffer {
    const edits: Edit[] = [];
    for (const [number, { start, end, form, fixed }] of this.texts.entries()) {
      const text = texts.get(number);
      if (text === undefined || fixed !== undefined) continue;
      // Arguments that are written as an object, and not as a string, stay one.
      const isObject = form === 'json' && this.json.charCodeAt(start) !== QUOTE;
      edits.push({ start, end, text: isObject ? text : JSON.stringify(text) });
    }
    return Buffer.from(edited(this.json, edits));
  }

  protected ofBody(name: string, at: number): number {
    if (name === 'messages') return this.list(at, (start) => this.message(start));
    if (NO_PROMPT.has(name)) return afterValue(this.json, at);
    if (name === 'tools' || name === 'functions' || name === 'response_format') {
      return this.schema(at);
    }
    return this.word(at, FORMS_OF_BODY.get(name));
  }

  protected message(at: number): number {
    const { json } = this;
    if (json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at);
    this.messages += 1;
    const isResult = ['tool', 'function'].includes(this.wordIn(at, 'role'));
    return this.eachNamed(at, (name, start) => {
      if (name === 'content') return this.content(start, isResult);
      if (name === 'tool_calls') return this.list(start, (call) => this.call(call));
      if (name === 'function_call') return this.called(start);
      return this.word(start, FORMS_OF_MESSAGE.get(name));
    });
  }

  protected content(at: number, isResult: boolean): number {
    if (this.json.charCodeAt(at) !== OPEN_BRACKET) return this.everything(at, { isResult });
    return this.list(at, (start) => this.part(start, isResult));
  }

  protected part(at: number, isResult: boolean): number {
    const { json } = this;
    const partOf = this.messages;
    if (json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at, { isResult, partOf });
    const type = this.wordIn(at, 'type');
    const media = Object.hasOwn(MEDIA, type) ? MEDIA[type] : undefined;
    if (media !== undefined) {
      this.unseen.add(media);
      return this.formed(at, FORMS_OF_MEDIA);
    }
    const isText = TEXTS.has(type);
    if (!isText) this.unseen.add('unknown_part');
    return this.eachNamed(at, (name, start) => {
      if (isText && name === 'type') return afterValue(json, start);
      const isReadOn = READ_ON.has(name) && json.charCodeAt(start) === QUOTE;
      return this.everything(start, isReadOn ? { isResult, partOf } : { isResult });
    });
  }

  private call(at: number): number {
    if (this.json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at);
    return this.eachNamed(at, (name, start) =>
      name === 'function' ? this.called(start) : this.word(start, FORMS_OF_CALL.get(name)),
    );
  }

  private called(at: number): number {
    if (this.json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at);
    return this.eachNamed(at, (name, start) =>
      name === 'arguments'
        ? this.take(start, { form: 'json' })
        : this.word(start, FORMS_OF_CALLED.get(name)),
    );
  }

  /** A JSON Schema, or what holds some. `isMap`: its members have names of their own. */
  protected schema(at: number, isMap = false): number {
    const { json } = this;
    const first = json.charCodeAt(at);
    if (first === OPEN_BRACKET) return this.list(at, (start) => this.schema(start));
    if (first !== OPEN_BRACE) return this.everything(at);
    return eachMember(json, at, (name, start) => {
      this.takeName(name, isMap);
      if (!isMap && VALUES_OF_SCHEMA.has(name)) return this.everything(start);
      const form = isMap ? undefined : FORMS_OF_SCHEMA.get(name);
      if (form && json.charCodeAt(start) !== OPEN_BRACE) return this.word(start, form);
      return this.schema(start, !isMap && NAMED_BY_SCHEMA.has(name));
    });
  }

  /** An object, and what it holds, with words of known forms by their names. */
  protected formed(at: number, forms: Forms): number {
    const { json } = this;
    const first = json.charCodeAt(at);
    if (first === OPEN_BRACKET) return this.list(at, (start) => this.formed(start, forms));
    if (first !== OPEN_BRACE) return this.everything(at);
    return this.eachNamed(at, (name, start) => {
      const isWord = forms.has(name) && json.charCodeAt(start) === QUOTE;
      return isWord ? this.word(start, forms.get(name)) : this.formed(start, forms);
    });
  }

  /** A string of a form that tells nothing, or a list of them. What has another form is looked at, and not replaced. */
  protected word(at: number, form: RegExp | undefined): number {
    const { json } = this;
    const first = json.charCodeAt(at);
    if (!form) return this.everything(at);
    if (first === OPEN_BRACKET) return this.list(at, (start) => this.word(start, form));
    if (first !== QUOTE) return this.everything(at);
    const end = afterValue(json, at);
    const text = decoded(json.slice(at, end));
    if (!form.test(text)) this.names.add(text);
    return end;
  }

  /** `isOwn`: it was given by whoever wrote the object, whatever else has this name. */
  private takeName(name: string, isOwn = false): void {
    const isKnown = KNOWN_NAMES.has(name) && !isOwn;
    if (!isKnown && !SHORT_NUMBER.test(name)) this.names.add(name);
  }

  /** The members of an object, with their names. */
  protected eachNamed(at: number, take: (name: string, start: number) => number): number {
    return eachMember(this.json, at, (name, start) => {
      this.takeName(name);
      return take(name, start);
    });
  }

  /** Names that are one word are parted, so that no two of them make a phrase. */
  private takeNames(): void {
    const [plain, free]: [string[], string[]] = [[], []];
    for (const name of this.names) (PLAIN_NAME.test(name) ? plain : free).push(name);
    const none = { start: 0, end: 0, form: 'text' } as const;
    if (free.length > 0) this.found.push({ ...none, fixed: 'texts', text: free.join('\n\n') });
    if (plain.length > 0) {
      this.found.push({ ...none, fixed: 'names', text: plain.join('\n\0\n') });
    }
  }

  /** Every string and every long number in a value. */
  protected everything(at: number, how: Reading = {}): number {
    const { json } = this;
    const first = json.charCodeAt(at);
    if (first === OPEN_BRACE) return this.eachNamed(at, (_, start) => this.everything(start, how));
    if (first === OPEN_BRACKET) return this.list(at, (start) => this.everything(start, how));
    const { isResult = false, partOf } = how;
    if (first === QUOTE) {
      const isJson = isResult && /^"\s*[[{]/.test(json.slice(at, at + 64));
      return this.take(at, { form: isJson ? 'json' : 'text', partOf });
    }
    return LONG_NUMBER.test(json.slice(at, afterValue(json, at)))
      ? this.take(at, { form: 'text' })
      : afterValue(json, at);
  }

  protected take(at: number, as: Pick<PromptText, 'form' | 'partOf'>): number {
    const { json, found } = this;
    const end = afterValue(json, at);
    const written = json.slice(at, end);
    const text = json.charCodeAt(at) === QUOTE ? decoded(written) : written;
    if (text !== '' && text !== 'null') found.push({ start: at, end, ...as, text });
    return end;
  }

  protected list(at: number, take: (start: number) => number): number {
    const { json } = this;
    if (json.charCodeAt(at) !== OPEN_BRACKET) return this.everything(at);
    return eachElement(json, at, (start) => take(start));
  }

  protected isObject(at: number): boolean {
    return this.json.charCodeAt(at) === OPEN_BRACE;
  }

  /** The text of a member of the object at `at`; empty where it is none. */
  protected wordIn(at: number, wanted: string): string {
    const { json } = this;
    let word = '';
    eachMember(json, at, (name, start) => {
      const end = afterValue(json, start);
      if (name === wanted && json.charCodeAt(start) === QUOTE)
        word = decoded(json.slice(start, end));
      return end;
    });
    return word;
  }
}
