import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { isObject } from '../../formats/json/members.ts';
import { MEMBER_NAME } from '../chat-texts/answer-shapes.ts';
import type { SettledTexts } from './settled-texts.ts';

type Members = Readonly<Record<string, unknown>>;

const WORD = /^[A-Za-z0-9_.-]{0,64}$/;
const ID = /^[\w.:/+=-]{0,200}$/;
/** What the gateway seals is longer than what vendors call their own. */
const RESPONSE_ID = /^(?:[\w.:/+=-]{0,200}|resp_[\w-]{0,2048})$/;
/** `gpt-5`, `@cf/meta/llama`: no address of somebody. */
const MODEL = /^(?!.*@[^@]*\.[A-Za-z])[\w.:/@+-]{1,200}$/;
const SEALED = /^[\w.+/=-]*$/;
const PADDING = /^[0-9A-Za-z]{0,64}$/;

/** Members whose strings are no text where they have the form that is known. */
const FORMS: Readonly<Record<string, RegExp>> = {
  ...{ id: RESPONSE_ID, response_id: RESPONSE_ID, previous_response_id: RESPONSE_ID },
  ...{ item_id: ID, call_id: ID, file_id: ID },
  ...{ container_id: ID, model: MODEL, object: WORD, type: WORD, status: WORD, role: WORD },
  ...{ phase: WORD, reason: WORD, service_tier: WORD, truncation: WORD, effort: WORD },
  ...{ verbosity: WORD, tool_choice: WORD, prompt_cache_retention: WORD, summary: WORD },
  ...{ encrypted_content: SEALED, obfuscation: PADDING },
};
/** Members that hold pictures, as their bytes. */
const PICTURES: ReadonlySet<string> = new Set(['partial_image_b64', 'b64_json']);
/** Members that are figures, however large. */
const FIGURES = /(?:_at|_tokens|_index|_number|^index|^logprob)$/;
const LARGE = 1e7;

/** Members of a response that repeat the request, and what stands there where guardrails look at answers: its client knows what it asked. */
const REPEATED: Readonly<Record<string, unknown>> = {
  ...{ instructions: null, tools: [], metadata: {}, prompt: null, user: null, input: [] },
  ...{ safety_identifier: null, prompt_cache_key: null, text: { format: { type: 'text' } } },
};

/** Looks at all that a response says, and gives it as it may go on: anew, from what was read of it, so that nobody reads it otherwise. */
export class ResponseWalk {
  private readonly guard: OutputGuard;
  private readonly texts: SettledTexts;

  constructor(guard: OutputGuard, texts: SettledTexts) {
    this.guard = guard;
    this.texts = texts;
  }

  /** A response: a document, or what an event holds. */
  *response(value: Members): Slices<Members> {
    const members: [string, unknown][] = [];
    for (const [name, inner] of Object.entries(value)) {
      if (this.guard.stoppedBy) break;
      members.push([name, yield* this.ofResponse(name, inner)]);
    }
    return Object.fromEntries(members);
  }

  private *ofResponse(name: string, inner: unknown): Slices<unknown> {
    if (Object.hasOwn(REPEATED, name)) return inner === null ? null : REPEATED[name];
    if (name === 'tool_choice' && typeof inner === 'object') return 'auto';
    if (name === 'output' && Array.isArray(inner)) return yield* this.list(inner, '');
    return yield* this.member(name, inner, name);
  }

  /** Any value. `key`: where it stands. `name`: of which member it is. */
  *value(value: unknown, key: string, name = ''): Slices<unknown> {
    if (this.guard.stoppedBy) return null;
    if (typeof value === 'string') return yield* this.string(value, key, name);
    if (typeof value === 'number') return yield* this.number(value, key, name);
    if (Array.isArray(value)) return yield* this.list(value, key);
    return isObject(value) ? yield* this.object(value, key) : value;
  }

  private *list(list: readonly unknown[], key: string): Slices<unknown[]> {
    const out: unknown[] = [];
    for (const [index, element] of list.entries())
      out.push(yield* this.value(element, key === '' ? String(index) : `${key}/${index}`));
    return out;
  }

  private *object(value: Members, key: string): Slices<Members> {
    if (value['type'] === 'image_generation_call') this.guard.passUnseen('image');
    const members: [string, unknown][] = [];
    for (const [name, inner] of Object.entries(value)) {
      const isPicture = name === 'result' && value['type'] === 'image_generation_call';
      const out = isPicture ? inner : yield* this.member(name, inner, `${key}/${name}`);
      members.push([name, out]);
    }
    return Object.fromEntries(members);
  }

  *member(name: string, inner: unknown, key: string): Slices<unknown> {
    if (!MEMBER_NAME.test(name)) this.guard.passUnseen('unknown_field');
    // They would tell the text a second time.
    if (name === 'logprobs') return Array.isArray(inner) ? [] : null;
    if (PICTURES.has(name)) this.guard.passUnseen('image');
    return PICTURES.has(name) ? inner : yield* this.value(inner, key, name);
  }

  private *string(text: string, key: string, name: string): Slices<string> {
    if (text === '' || FORMS[name]?.test(text) === true) return text;
    return yield* this.texts.whole(key, name === 'arguments' ? 'arguments' : 'text', text);
  }

  /** A number may be a text as well: that of a card. What is found in one is written as a string. */
  private *number(number: number, key: string, name: string): Slices<unknown> {
    if (Math.abs(number) < LARGE || FIGURES.test(name)) return number;
    const text = String(number);
    const out = yield* this.texts.whole(key, 'text', text);
    return out === text ? number : out;
  }
}
