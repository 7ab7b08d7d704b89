import { ANSWER, MEMBER_NAME, type Shape } from './answer-shapes.ts';
import {
  afterValue,
  decoded,
  eachElement,
  eachMember,
  type Edit,
  holdsText,
  type Span,
} from './json-places.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const BYTE_ORDER_MARK = 0xfeff;
/** No list has more elements that are told apart. */
const MOST_TOLD_APART = 65_536;

/** Units of a string that has a form, with its quotes. */
const LONGEST_FORM = 202;
/** A number of fewer digits tells nothing where texts are expected. */
const LONG_NUMBER = /(?:^|[\s,:[])-?[0-9]{7}/;
/** No count and no time has as many digits. */
const LONGEST_FIGURE = /(?:^|[\s,:[])-?[0-9]{14}/;
/** What is called so that holds text, and is not known here. */
const UNKNOWN = 'unknown_field';

/** A text of an answer, or a part of one. */
export interface FoundText {
  readonly start: number;
  readonly end: number;
  /** Of which choice. */
  readonly choice: number;
  /** Where it stands, the same in each chunk of a stream: `#0/delta/tool_calls/#1/function/arguments`, without what is around the choices. */
  readonly key: string;
  /** `json`: arguments that are written as an object, and not as a string. */
  readonly how: 'text' | 'arguments' | 'whole' | 'name' | 'json';
}

/** What is in an answer, or in a chunk of one. All places are in order. */
export interface FoundTexts {
  readonly texts: readonly FoundText[];
  /** What is taken out whatever stands there. */
  readonly blanks: readonly Edit[];
  /** Values of members that stand there once more behind them: readers take one or the other. */
  readonly twins: readonly Span[];
  /** What is there and cannot be looked at. */
  readonly unseen: ReadonlySet<string>;
  /** The choices that say that they are over. */
  readonly finished: ReadonlySet<number>;
  /** Where they say so. */
  readonly reasons: readonly Span[];
  /** What its choices say, each as a whole. */
  readonly messages: readonly Span[];
  /** Where its list of choices begins, and where it ends; -1 where it has none. */
  readonly choicesAt: number;
  readonly choicesEnd: number;
}

/** Finds the texts of an answer, or of a part of one, which is known to be a JSON object. `shape`: what it is; absent: a chat completion, or a chunk of one. */
export function findTexts(json: string, shape: Shape = ANSWER): FoundTexts {
  const search = new TextSearch(json);
  search.value(json.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0, shape, '');
  return search;
}

class TextSearch implements FoundTexts {
  readonly texts: FoundText[] = [];
  readonly blanks: Edit[] = [];
  readonly twins: Span[] = [];
  readonly unseen = new Set<string>();
  readonly finished = new Set<number>();
  readonly reasons: Span[] = [];
  readonly messages: Span[] = [];
  choicesAt = -1;
  choicesEnd = -1;
  private choice = 0;
  private readonly json: string;

  constructor(json: string) {
    this.json = json;
  }

  /** Reads the value at `at`; answers where it ends. */
  value(at: number, shape: Shape, key: string): number {
    const first = this.json.charCodeAt(at);
    if (first === QUOTE && shape.string) return this.string(at, shape.string, shape, key);
    if (first === OPEN_BRACE && shape.members) return this.object(at, shape, key);
    if (first === OPEN_BRACKET && shape.elements) return this.list(at, shape, key);
    if (first === OPEN_BRACE && shape.string === 'arguments') return this.text(at, 'json', key);
    return this.other(at, shape);
  }

  private string(at: number, how: FoundText['how'], shape: Shape, key: string): number {
    const end = this.text(at, how, key);
    if (shape.isMessage) this.messages.push({ start: at, end });
    return end;
  }

  private text(at: number, how: FoundText['how'], key: string): number {
    const end = afterValue(this.json, at);
    if (end - at > 2) this.texts.push({ start: at, end, choice: this.choice, key, how });
    return end;
  }

  private object(at: number, shape: Shape, key: string): number {
    const { members = {}, rest = NOTHING_KNOWN } = shape;
    const places = new Map<string, number>();
    const end = eachMember(this.json, at, (name, start) => {
      const known = Object.hasOwn(members, name) ? members[name] : undefined;
      if (!known && !MEMBER_NAME.test(name)) this.unseen.add(UNKNOWN);
      this.noteTwin(places.get(name));
      places.set(name, start);
      if (shape === ANSWER && name === 'choices') this.choicesAt = start;
      return this.value(start, known ?? rest, key === '' ? name : `${key}/${name}`);
    });
    if (shape.isMessage) this.messages.push({ start: at, end });
    return end;
  }

  private noteTwin(start: number | undefined): void {
    if (start !== undefined) this.twins.push({ start, end: afterValue(this.json, start) });
  }

  private list(at: number, { elements, by }: Shape, key: string): number {
    const isChoices = at === this.choicesAt;
    const end = eachElement(this.json, at, (start, place) => {
      const label = by === undefined ? String(place) : this.label(start, place, by);
      if (isChoices) this.choice = Number(label.slice(1));
      return this.value(start, elements ?? NOTHING_KNOWN, isChoices ? label : `${key}/${label}`);
    });
    if (isChoices) {
      this.choice = 0;
      this.choicesEnd = end;
    }
    return end;
  }

  /** `#1`: the element with this number, or the place that it has where it says none. `=text`: one of this type. */
  private label(at: number, place: number, by: 'index' | 'type'): string {
    const { json } = this;
    if (json.charCodeAt(at) !== OPEN_BRACE) return `#${place}`;
    let written = '';
    eachMember(json, at, (name, start) => {
      const end = afterValue(json, start);
      if (name !== by) return end;
      // Of one that is there twice readers take the last.
      written = json.slice(start, end);
      return end;
    });
    if (by === 'type') return `=${/^"([\w.]{1,40})"$/.exec(written)?.[1] ?? 'text'}`;
    const index = /^[0-9]{1,6}$/.test(written) ? Number(written) : Infinity;
    if (index <= MOST_TOLD_APART) return `#${index}`;
    // Nobody knows which one readers take it for.
    if (written !== '' && written !== 'null') this.unseen.add(UNKNOWN);
    return `#${Math.min(place, MOST_TOLD_APART)}`;
  }

  /** What is no text that is known here. */
  private other(at: number, shape: Shape): number {
    const { json } = this;
    const end = afterValue(json, at);
    if (shape.finishes) this.takeReason(at, end);
    if (shape.form && this.hasForm(at, end, shape)) return end;
    if (shape.isBlanked || this.isDispensable(at, end, shape))
      this.blanks.push({ start: at, end, text: 'null' });
    else if (this.isUnseen(at, end, shape)) this.unseen.add(shape.unseen ?? UNKNOWN);
    return end;
  }

  private isDispensable(start: number, end: number, shape: Shape): boolean {
    return shape.isDispensable === true && this.isUnseen(start, end, shape);
  }

  private isUnseen(start: number, end: number, shape: Shape): boolean {
    const { json } = this;
    const number = shape.string === undefined ? LONGEST_FIGURE : LONG_NUMBER;
    return number.test(json.slice(start, end)) || holdsText(json, start, end);
  }

  /** Whether a string has a form; what is no string is for others to say. */
  private hasForm(start: number, end: number, { form, isLong }: Shape): boolean {
    const { json } = this;
    if (json.charCodeAt(start) !== QUOTE || (end - start > LONGEST_FORM && !isLong)) return false;
    return form !== undefined && form.test(json.slice(start + 1, end - 1));
  }

  private takeReason(start: number, end: number): void {
    const { json } = this;
    if (json.charCodeAt(start) !== QUOTE || end - start === 2) return;
    this.finished.add(this.choice);
    this.reasons.push({ start, end });
  }
}

const NOTHING_KNOWN: Shape = {};

/** The text that stands there. */
export const textOf = (json: string, { start, end, how }: FoundText): string =>
  how === 'json' ? json.slice(start, end) : decoded(json.slice(start, end));
