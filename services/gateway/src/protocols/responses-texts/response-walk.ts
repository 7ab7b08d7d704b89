import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { isObject } from '../../formats/json/members.ts';
import { MEMBER_NAME } from '../chat-texts/answer-shapes.ts';
import { BYTES, NOTHING_KNOWN, OF_RESPONSE, type Known } from './response-forms.ts';
import type { SettledTexts } from './settled-texts.ts';

type Members = Readonly<Record<string, unknown>>;

/** Of which member a value is. */
interface Named {
  readonly name: string;
  readonly known: Known;
}

/** Members that hold pictures, as their bytes. */
const PICTURES: ReadonlySet<string> = new Set(['partial_image_b64', 'b64_json']);
/** A number of fewer digits tells nothing. */
const LARGE = 1e7;
/** No count, and no time, is as large. */
const LARGEST_FIGURE = 1e12;

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
    // Its items are told apart by their numbers alone, as in events.
    if (name === 'output' && Array.isArray(inner))
      return yield* this.list(inner, '', { name, known: OF_RESPONSE });
    return yield* this.member(name, inner, name, OF_RESPONSE);
  }

  /** Any value. `key`: where it stands. `name`: of which member it is, of an object of which some is known. */
  private *value(value: unknown, key: string, of: Named): Slices<unknown> {
    if (this.guard.stoppedBy) return null;
    if (typeof value === 'string') return yield* this.string(value, key, of);
    if (typeof value === 'number') return yield* this.number(value, key, of);
    if (Array.isArray(value)) return yield* this.list(value, key, of);
    if (!isObject(value)) return value;
    return yield* this.object(value, key, of.known.within.get(of.name) ?? NOTHING_KNOWN);
  }

  private *list(list: readonly unknown[], key: string, of: Named): Slices<unknown[]> {
    const out: unknown[] = [];
    for (const [index, element] of list.entries())
      out.push(yield* this.value(element, key === '' ? String(index) : `${key}/${index}`, of));
    return out;
  }

  private *object(value: Members, key: string, known: Known): Slices<Members> {
    const isImage = value['type'] === 'image_generation_call';
    if (isImage) this.guard.passUnseen('image');
    const members: [string, unknown][] = [];
    for (const [name, inner] of Object.entries(value)) {
      const isPicture = isImage && name === 'result' && isBytes(inner);
      const out = isPicture ? inner : yield* this.member(name, inner, `${key}/${name}`, known);
      members.push([name, out]);
    }
    return Object.fromEntries(members);
  }

  *member(name: string, inner: unknown, key: string, known: Known): Slices<unknown> {
    if (!MEMBER_NAME.test(name)) this.guard.passUnseen('unknown_field');
    // They would tell the text a second time.
    if (name === 'logprobs') return Array.isArray(inner) ? [] : null;
    if (PICTURES.has(name)) this.guard.passUnseen('image');
    const isPicture = PICTURES.has(name) && isBytes(inner);
    return isPicture ? inner : yield* this.value(inner, key, { name, known });
  }

  private *string(text: string, key: string, { name, known }: Named): Slices<string> {
    if (text === '' || known.forms.get(name)?.test(text) === true) return text;
    return yield* this.texts.whole(key, name === 'arguments' ? 'arguments' : 'text', text);
  }

  /** A number may be a text as well: that of a card. What is found in one is written as a string. */
  private *number(number: number, key: string, { name, known }: Named): Slices<unknown> {
    const isFigure = known.figures.has(name);
    if (Math.abs(number) < (isFigure ? LARGEST_FIGURE : LARGE)) return number;
    const text = Number.isInteger(number) ? BigInt(number).toString() : String(number);
    const out = yield* this.texts.whole(key, 'text', text);
    return out === text ? number : out;
  }
}

const isBytes = (value: unknown): boolean => typeof value === 'string' && BYTES.test(value);
