import { isObject } from '@aicp/gateway/formats/json/members';
import type { OutputGuard } from '@aicp/gateway/guardrails/output/output-guard';
import type { Slices } from '@aicp/gateway/guardrails/output/slices';
import { MEMBER_NAME } from '../../chat-texts/answer-shapes.ts';
import type { OpenTexts } from '../../chat-texts/open-texts.ts';
import { wholeText } from '../../chat-texts/open-texts.ts';
import { ANSWER_NAMES } from './gemini-words.ts';
import { GRADE, OF_MEDIA, referenceName, type Form, type Forms } from './answer-forms.ts';

export type Members = Readonly<Record<string, unknown>>;

/** Where a value stands: of which candidate, and under which names. */
export interface Place {
  readonly choice: number;
  readonly key: string;
}

/** Reads a member that is more than a value; undefined where it is none. */
export type Own = (name: string, value: unknown) => Slices<unknown> | undefined;

/** A number of fewer digits tells nothing. */
const LARGE = 1e7;
/** No count, and no time, is as large. */
const LARGEST_FIGURE = 1e12;
const MEDIA: ReadonlySet<string> = new Set(['inlineData', 'fileData']);
const NONE: Own = () => undefined;

/** Looks at values of answers that are not the text itself: every string, every name that is not known, and every long number. */
export class GuardedValues {
  private readonly guard: OutputGuard;
  private readonly texts: OpenTexts;

  constructor(guard: OutputGuard, texts: OpenTexts) {
    this.guard = guard;
    this.texts = texts;
  }

  /** The members of an object: those of a form pass where they have it, `own` takes some, and all others are looked at with their names. */
  *members(value: Members, place: Place, forms: Forms, own: Own = NONE): Slices<Members> {
    const members: [string, unknown][] = [];
    for (const [written, inner] of Object.entries(value)) {
      if (this.guard.stoppedBy) break;
      const name = referenceName(written);
      const taken = own(name, inner);
      const form = forms.get(name);
      const within = { ...place, key: `${place.key}/${name}` };
      if (taken) members.push([written, yield* taken]);
      else if (form) members.push([written, yield* this.formed(inner, form, within)]);
      else members.push([yield* this.name(written), yield* this.value(inner, within, name)]);
    }
    return Object.fromEntries(members);
  }

  /** Any value. `name`: of which member it is. */
  *value(value: unknown, place: Place, name = ''): Slices<unknown> {
    if (this.guard.stoppedBy) return null;
    if (typeof value === 'string') return yield* this.string(value, place);
    if (typeof value === 'number') return yield* this.number(value, LARGE);
    if (Array.isArray(value)) {
      const list: unknown[] = [];
      for (const [at, one] of (value as unknown[]).entries())
        list.push(yield* this.value(one, { ...place, key: `${place.key}/${at}` }, name));
      return list;
    }
    if (!isObject(value)) return value;
    return MEDIA.has(name)
      ? yield* this.media(value, place)
      : yield* this.members(value, place, NO_FORMS);
  }

  /** What nobody can look at, by its type, and what is said beside it. */
  private *media(value: Members, place: Place): Slices<unknown> {
    return this.guard.passUnseen(kindOf(value))
      ? yield* this.members(value, place, OF_MEDIA)
      : null;
  }

  private *formed(value: unknown, form: Form, place: Place): Slices<unknown> {
    if (form === 'figures') return yield* this.figures(value, place);
    const has = form === 'flag' ? typeof value === 'boolean' : isOfForm(value, form);
    return has ? value : yield* this.value(value, place);
  }

  private *figures(value: unknown, place: Place): Slices<unknown> {
    if (typeof value === 'number') return yield* this.number(value, LARGEST_FIGURE);
    if (typeof value === 'string' && GRADE.test(value)) return value;
    if (Array.isArray(value)) {
      const list: unknown[] = [];
      for (const one of value as unknown[]) list.push(yield* this.figures(one, place));
      return list;
    }
    if (!isObject(value)) return yield* this.value(value, place);
    const members: [string, unknown][] = [];
    for (const [name, one] of Object.entries(value)) {
      const written = MEMBER_NAME.test(name) ? name : yield* this.name(name);
      members.push([written, yield* this.figures(one, { ...place, key: `${place.key}/${name}` })]);
    }
    return Object.fromEntries(members);
  }

  private *name(name: string): Slices<string> {
    if (ANSWER_NAMES.has(referenceName(name))) return name;
    return yield* wholeText(this.guard, 'whole', name);
  }

  private *string(text: string, { choice, key }: Place): Slices<string> {
    if (text === '') return text;
    return yield* this.texts.push(
      { start: 0, end: 0, choice, key: `${choice}${key}`, how: 'whole' },
      text,
    );
  }

  /** What is found in a number is written as a string. */
  private *number(number: number, large: number): Slices<unknown> {
    if (Math.abs(number) < large) return number;
    const text = writtenNumber(number);
    const out = yield* wholeText(this.guard, 'whole', text);
    return out === text ? number : out;
  }
}

const NO_FORMS: Forms = new Map();

const isOfForm = (value: unknown, form: RegExp): boolean =>
  typeof value === 'string' && form.test(value);

/** All digits of a number, as readers may see them. */
const writtenNumber = (number: number): string =>
  Number.isInteger(number) ? BigInt(number).toString() : String(number);

function kindOf(value: Members): string {
  const type = value['mimeType'] ?? value['mime_type'];
  const kinds = ['image', 'audio', 'video'];
  return kinds.find((kind) => typeof type === 'string' && type.startsWith(`${kind}/`)) ?? 'file';
}
