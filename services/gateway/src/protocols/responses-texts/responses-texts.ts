import { afterValue } from '../chat-texts/json-places.ts';
import { ChatTexts } from '../chat-texts/prompt-texts.ts';
import { BYTES, FORMS_OF_MESSAGE, type Forms } from '../chat-texts/prompt-words.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** Members of the body that say how to answer, beside those of chat completions, and ids that were opened as ours before. */
const NO_PROMPT: ReadonlySet<string> = new Set([
  ...['include', 'store', 'background', 'max_output_tokens', 'max_tool_calls'],
  'previous_response_id',
]);

const NAME = /^[\w.:/-]{0,128}$/;
const WORD = /^[a-z0-9_.-]{0,32}$/;
/** Of items. */
const FORMS_OF_ITEM: Forms = new Map([
  ...FORMS_OF_MESSAGE,
  ...Object.entries({ type: WORD, call_id: NAME, id: NAME, name: NAME, status: WORD, phase: WORD }),
]);
/** What the model's vendor alone can read. */
const SEALED = /^[\w.+/=-]*$/;

/** Finds the texts of a request to OpenAI's Responses that its model reads. The body is a JSON object of at most some levels. */
export class ResponsesTexts extends ChatTexts {
  protected override ofBody(name: string, at: number): number {
    if (name === 'input') return this.input(at);
    if (name === 'tools' || name === 'text') return this.schema(at);
    if (NO_PROMPT.has(name)) return afterValue(this.json, at);
    return super.ofBody(name, at);
  }

  private input(at: number): number {
    if (this.json.charCodeAt(at) !== OPEN_BRACKET) return this.everything(at);
    return this.list(at, (start) => this.item(start));
  }

  private item(at: number): number {
    const { json } = this;
    if (json.charCodeAt(at) !== OPEN_BRACE) return this.everything(at);
    this.messages += 1;
    const type = this.wordIn(at, 'type');
    if (type === 'image_generation_call') this.unseen.add('image');
    const isResult = type.endsWith('_output');
    const isOfShell = type === 'shell_call_output';
    return this.eachNamed(at, (name, start) => {
      // What a shell printed stands in objects that are no parts.
      if (isOfShell && name === 'output') return this.everything(start, { isResult });
      if (name === 'content' || name === 'output' || name === 'summary')
        return this.said(start, isResult);
      if (name === 'arguments') return this.take(start, { form: 'json' });
      if (name === 'encrypted_content') return this.word(start, SEALED);
      if (name === 'result' && type === 'image_generation_call') return this.word(start, BYTES);
      return this.word(start, FORMS_OF_ITEM.get(name));
    });
  }

  /** A text, some parts, or one. */
  private said(at: number, isResult: boolean): number {
    const first = this.json.charCodeAt(at);
    if (first === OPEN_BRACE) return this.part(at, isResult);
    if (first === QUOTE || first === OPEN_BRACKET) return this.content(at, isResult);
    return this.everything(at);
  }
}
