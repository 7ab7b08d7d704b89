import type { OutputGuard } from '@aicp/gateway/guardrails/output/output-guard';
import type { Slices } from '@aicp/gateway/guardrails/output/slices';
import { Joints } from '../../chat-texts/joints.ts';
import type { OpenTexts, TextRest } from '../../chat-texts/open-texts.ts';
import type { Place } from './guarded-values.ts';

/** What is known of the texts of one candidate. */
interface Runs {
  /** Of how many parts that are no text the texts are behind. */
  count: number;
  /** By the kind of text, which readers join over such parts. */
  readonly joints: Map<string, Joints>;
}

/**
 * The texts of the candidates of a stream, in runs: a part that is no text, such as code or a call, ends one, and what was held back of it goes before that part, as it was
 * said. What is found across the end of a run and the beginning of the next, which readers join, does not go on.
 */
export class TextRuns {
  private readonly guard: OutputGuard;
  private readonly texts: OpenTexts;
  private readonly runs = new Map<number, Runs>();

  constructor(guard: OutputGuard, texts: OpenTexts) {
    this.guard = guard;
    this.texts = texts;
  }

  /** Takes a piece of a text, whose key is its kind; gives what may go on. */
  *push(text: string, { choice, key }: Place): Slices<string> {
    const { count, joints } = this.of(choice);
    const joint = joints.get(key) ?? new Joints(this.guard);
    joints.set(key, joint);
    if (!(yield* joint.take(String(count), text))) return '';
    return yield* this.texts.push({ start: 0, end: 0, choice, key, how: 'text' }, text);
  }

  /** A part comes that is no text: gives what was held back before it. */
  cut(choice: number): TextRest[] {
    this.of(choice).count += 1;
    return this.texts.cut(choice);
  }

  private of(choice: number): Runs {
    const known = this.runs.get(choice) ?? { count: 0, joints: new Map<string, Joints>() };
    this.runs.set(choice, known);
    return known;
  }
}
