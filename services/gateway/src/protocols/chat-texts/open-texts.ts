import type { GuardedText, OutputGuard } from '../../guardrails/output/output-guard.ts';
import { SLICE_UNITS } from '@aicp/detection/kernel/slice-units';
import type { Slices } from '../../guardrails/output/slices.ts';
import type { FoundText } from './find-texts.ts';

/** What is left of a text when it is over. */
export interface TextRest {
  readonly key: string;
  readonly text: string;
}

/** What is found across two strings is found in so many units of each. */
const ACROSS_UNITS = 128;
/** Some providers send their citations with every chunk. What is found may be one short string again and again (`5555 5555`), and no longer one. */
const MOST_REPEATED = 20;

/** The texts of one answer that have begun, by where they stand. */
export class OpenTexts {
  private readonly guard: OutputGuard;
  private readonly open = new Map<number, Map<string, GuardedText>>();
  /** Names, each as it came. */
  private readonly names = new Map<string, string>();
  /** The ends of strings that are looked at for themselves. */
  private readonly tails = new Map<string, { readonly last: string; readonly tail: string }>();
  /** Choices whose texts were over. */
  private readonly ended = new Set<number>();

  constructor(guard: OutputGuard) {
    this.guard = guard;
  }

  /** Takes a piece of a text; gives what may go on. */
  *push(found: FoundText, piece: string): Slices<string> {
    const { how, choice, key } = found;
    if (how === 'json') return yield* wholeText(this.guard, how, piece);
    if (how === 'whole') return yield* this.string(found, piece);
    if (how === 'name') return yield* this.name(found, piece);
    const texts = this.open.get(choice);
    const text = texts?.get(key) ?? this.begin(found);
    return text ? yield* pushed(text, piece) : '';
  }

  /** No more comes of a choice, or of any; gives what is left of its texts, in the order in which they began. */
  end(choice?: number): TextRest[] {
    const choices = choice === undefined ? [...this.open.keys()] : [choice];
    const rests: TextRest[] = [];
    for (const one of choices) {
      this.ended.add(one);
      rests.push(...this.cut(one));
    }
    return rests;
  }

  /** What is left of the texts of a choice, of which others may come that are looked at for themselves. */
  cut(choice: number): TextRest[] {
    const rests = [...(this.open.get(choice) ?? [])].map(([key, text]) => ({
      key,
      text: text.end(),
    }));
    this.open.delete(choice);
    return rests.filter(({ text }) => text !== '');
  }

  /** A name comes in one piece, and may come again. What comes of it later went on before anybody saw all of it, and does not. */
  private *name({ key }: FoundText, piece: string): Slices<string> {
    const known = this.names.get(key);
    this.names.set(key, known ?? piece);
    if (known === undefined || known === piece) return yield* this.whole(piece);
    this.guard.passUnseen('split_name');
    return '';
  }

  /** A string that stands for itself, of which nothing goes on where something is found across its beginning and what came there before. */
  private *string({ key }: FoundText, piece: string): Slices<string> {
    const { last = '', tail = '' } = this.tails.get(key) ?? {};
    this.tails.set(key, { last: piece, tail: (tail + piece).slice(-ACROSS_UNITS) });
    const out = yield* this.whole(piece);
    const isAgain = piece === last && piece.length > MOST_REPEATED;
    if (tail === '' || isAgain || this.guard.stoppedBy) return out;
    const head = piece.slice(0, ACROSS_UNITS);
    const apart = (yield* this.whole(tail)) + (yield* this.whole(head));
    if ((yield* this.whole(tail + head)) === apart) return out;
    this.guard.passUnseen('split_text');
    return '';
  }

  private whole(text: string): Slices<string> {
    return wholeText(this.guard, 'whole', text);
  }

  /** What comes behind the end of a choice cannot be looked at together with what came before. */
  private begin({ choice, key, how }: FoundText): GuardedText | undefined {
    const { guard } = this;
    if (this.ended.has(choice) && !guard.passUnseen('text_after_end')) return undefined;
    const text = guard.open(formOf(how));
    const texts = this.open.get(choice) ?? new Map<string, GuardedText>();
    this.open.set(choice, texts.set(key, text));
    return text;
  }
}

/** What may go on of a text that is there as a whole. */
export function* wholeText(
  guard: OutputGuard,
  how: FoundText['how'],
  whole: string,
): Slices<string> {
  const text = guard.open(formOf(how));
  const out = yield* pushed(text, whole);
  return guard.stoppedBy ? out : out + text.end();
}

/** Takes a piece of a text, a slice at a time; gives what may go on. */
export function* pushed(text: GuardedText, piece: string): Slices<string> {
  let out = '';
  for (let at = 0; at < piece.length; at += SLICE_UNITS) {
    const slice = piece.slice(at, at + SLICE_UNITS);
    out += text.push(slice);
    yield slice.length + TEXT_UNITS;
  }
  return out;
}

/** What a text takes beside its units: an answer may have very many short ones. */
const TEXT_UNITS = 64;

const formOf = (how: FoundText['how']): 'text' | 'json' =>
  how === 'arguments' || how === 'json' ? 'json' : 'text';
