import type { GuardedText, OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { FoundText } from './find-texts.ts';

/** What is left of a text when it is over. */
export interface TextRest {
  readonly key: string;
  readonly text: string;
}

/** The texts of one answer that have begun, by where they stand. */
export class OpenTexts {
  private readonly guard: OutputGuard;
  private readonly open = new Map<number, Map<string, GuardedText>>();
  /** Choices whose texts were over. */
  private readonly ended = new Set<number>();

  constructor(guard: OutputGuard) {
    this.guard = guard;
  }

  /** Takes a piece of a text; gives what may go on. */
  push(found: FoundText, piece: string): string {
    const { how, choice, key } = found;
    if (how === 'whole' || how === 'json') return wholeText(this.guard, how, piece);
    const texts = this.open.get(choice);
    const text = texts?.get(key) ?? this.begin(found);
    return text ? text.push(piece) : '';
  }

  /** No more comes of a choice, or of any; gives what is left of its texts, in the order in which they began. */
  end(choice?: number): TextRest[] {
    const choices = choice === undefined ? [...this.open.keys()] : [choice];
    const rests: TextRest[] = [];
    for (const one of choices) {
      const texts = this.open.get(one);
      this.open.delete(one);
      this.ended.add(one);
      for (const [key, text] of texts ?? []) rests.push({ key, text: text.end() });
    }
    return rests.filter(({ text }) => text !== '');
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
export function wholeText(guard: OutputGuard, how: FoundText['how'], whole: string): string {
  const text = guard.open(formOf(how));
  const out = text.push(whole);
  return guard.stoppedBy ? out : out + text.end();
}

const formOf = (how: FoundText['how']): 'text' | 'json' =>
  how === 'arguments' || how === 'json' ? 'json' : 'text';
