import type { PromptText, PromptTexts } from '../protocol.ts';
import { afterValue, decoded, eachElement, eachMember, edited, type Edit } from './json-places.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** Members of the body that say how to answer and who asks. All others are looked at, also those that no provider is known to read. */
const NO_PROMPT: ReadonlySet<string> = new Set([
  ...['model', 'user', 'metadata', 'safety_identifier', 'prompt_cache_key', 'service_tier'],
  ...['stream', 'stream_options', 'modalities', 'reasoning_effort', 'verbosity', 'truncation'],
]);
const NO_TEXT_OF_MESSAGE: ReadonlySet<string> = new Set(['role', 'id', 'type', 'tool_call_id']);
const NO_TEXT_OF_CALL: ReadonlySet<string> = new Set(['id', 'type', 'index']);
/** Words of JSON Schema that are no text, where their values are strings or lists of them. */
const NO_TEXT_OF_SCHEMA: ReadonlySet<string> = new Set([
  ...['type', 'name', 'format', 'pattern', 'required', '$ref', '$schema', '$id'],
]);
/** Types of parts of a content that are text. */
const TEXTS: ReadonlySet<string> = new Set([
  ...['text', 'refusal', 'input_text', 'output_text', 'thinking', 'tool_result', 'tool_use'],
]);
/** What parts are called that cannot be looked at, and members of theirs that hold it. */
const MEDIA: Readonly<Record<string, string>> = {
  ...{ image_url: 'image', image: 'image', input_image: 'image' },
  ...{ input_audio: 'audio', audio: 'audio', file: 'file', input_file: 'file', document: 'file' },
  ...{ video_url: 'video', video: 'video' },
};
const MEDIA_MEMBERS: ReadonlySet<string> = new Set([
  ...['type', 'url', 'data', 'file_data', 'file_id', 'b64_json', 'media_type', 'format', 'detail'],
]);
/** A number of fewer digits tells nothing. */
const LONG_NUMBER = /^-?[0-9]{7,}(?:\.[0-9]+)?$/;

interface Place extends PromptText {
  readonly start: number;
  readonly end: number;
}

/** Finds the texts of a chat request that its model reads. The body is a JSON object of at most some levels. */
export class ChatTexts implements PromptTexts {
  readonly texts: readonly Place[];
  readonly unseen = new Set<string>();
  private readonly json: string;
  private readonly found: Place[] = [];

  constructor(body: Buffer) {
    this.json = body.toString();
    const at = this.json.indexOf('{');
    eachMember(this.json, at, (name, start) => this.ofBody(name, start));
    this.texts = this.found;
  }

  /** The body with other texts in the place of some, by their numbers. Nothing else of it differs. */
  withTexts(texts: ReadonlyMap<number, string>): Buffer {
    const edits: Edit[] = [];
    for (const [number, { start, end, form }] of this.texts.entries()) {
      const text = texts.get(number);
      if (text === undefined) continue;
      // Arguments that are written as an object, and not as a string, stay one.
      const isObject = form === 'json' && this.json.charCodeAt(start) !== QUOTE;
      edits.push({ start, end, text: isObject ? text : JSON.stringify(text) });
    }
    return Buffer.from(edited(this.json, edits));
  }

  private ofBody(name: string, at: number): number {
    if (name === 'messages') return this.list(at, (start) => this.message(start));
    if (NO_PROMPT.has(name)) return afterValue(this.json, at);
    if (name === 'tools' || name === 'functions' || name === 'response_format') {
      return this.schema(at);
    }
    return this.everything(at);
  }

  private message(at: number): number {
    const { json } = this;
    if (json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at);
    const isResult = ['tool', 'function'].includes(this.wordIn(at, 'role'));
    return eachMember(json, at, (name, start) => {
      if (NO_TEXT_OF_MESSAGE.has(name)) return afterValue(json, start);
      if (name === 'content') return this.content(start, isResult);
      if (name === 'tool_calls') return this.list(start, (call) => this.call(call));
      if (name === 'function_call') return this.called(start);
      return this.everything(start);
    });
  }

  private content(at: number, isResult: boolean): number {
    if (this.json.charCodeAt(at) !== OPEN_BRACKET) return this.everything(at, isResult);
    return this.list(at, (start) => this.part(start, isResult));
  }

  private part(at: number, isResult: boolean): number {
    const { json } = this;
    if (json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at, isResult);
    const type = this.wordIn(at, 'type');
    const media = Object.hasOwn(MEDIA, type) ? MEDIA[type] : undefined;
    if (media !== undefined) {
      this.unseen.add(media);
      return this.members(at, MEDIA_MEMBERS);
    }
    const isText = TEXTS.has(type);
    if (!isText) this.unseen.add('unknown_part');
    return eachMember(json, at, (name, start) =>
      isText && name === 'type' ? afterValue(json, start) : this.everything(start, isResult),
    );
  }

  private call(at: number): number {
    const { json } = this;
    if (json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at);
    return eachMember(json, at, (name, start) => {
      if (NO_TEXT_OF_CALL.has(name)) return afterValue(json, start);
      return name === 'function' ? this.called(start) : this.everything(start);
    });
  }

  private called(at: number): number {
    const { json } = this;
    if (json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at);
    return eachMember(json, at, (name, start) => {
      if (name === 'name') return afterValue(json, start);
      return name === 'arguments' ? this.take(start, 'json') : this.everything(start);
    });
  }

  private schema(at: number): number {
    return this.members(at, NO_TEXT_OF_SCHEMA);
  }

  /** Every string in a value, but those of members with these names, and lists of them. */
  private members(at: number, left: ReadonlySet<string>): number {
    const { json } = this;
    const first = json.charCodeAt(at);
    if (first === OPEN_BRACKET) return this.list(at, (start) => this.members(start, left));
    if (first !== OPEN_BRACE) return this.everything(at);
    return eachMember(json, at, (name, start) => {
      const isLeft = left.has(name) && json.charCodeAt(start) !== OPEN_BRACE;
      return isLeft ? afterValue(json, start) : this.members(start, left);
    });
  }

  /** Every string and every long number in a value. `isResult`: what a tool answered is JSON where it looks like it. */
  private everything(at: number, isResult = false): number {
    const { json } = this;
    const first = json.charCodeAt(at);
    if (first === OPEN_BRACE) {
      return eachMember(json, at, (_, start) => this.everything(start, isResult));
    }
    if (first === OPEN_BRACKET) return this.list(at, (start) => this.everything(start, isResult));
    if (first === QUOTE) {
      const isJson = isResult && /^"\s*[[{]/.test(json.slice(at, at + 64));
      return this.take(at, isJson ? 'json' : 'text');
    }
    return LONG_NUMBER.test(json.slice(at, afterValue(json, at)))
      ? this.take(at, 'text')
      : afterValue(json, at);
  }

  private take(at: number, form: PromptText['form']): number {
    const { json, found } = this;
    const end = afterValue(json, at);
    const written = json.slice(at, end);
    const text = json.charCodeAt(at) === QUOTE ? decoded(written) : written;
    if (text !== '' && text !== 'null') found.push({ start: at, end, form, text });
    return end;
  }

  private list(at: number, take: (start: number) => number): number {
    const { json } = this;
    if (json.charCodeAt(at) !== OPEN_BRACKET) return this.everything(at);
    return eachElement(json, at, (start) => take(start));
  }

  /** The text of a member of the object at `at`; empty where it is none. */
  private wordIn(at: number, wanted: string): string {
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
