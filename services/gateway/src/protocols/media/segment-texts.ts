import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { wholeText } from '../chat-texts/open-texts.ts';

/** What is found across two segments is found in so many units of each. */
const ACROSS_UNITS = 128;

/** The ends of the segments of a transcript that is a stream, each of which is looked at for itself. */
export class SegmentTexts {
  private readonly guard: OutputGuard;
  private tail = '';

  constructor(guard: OutputGuard) {
    this.guard = guard;
  }

  /** Takes the text of a segment as it came. Answers whether something stands across it and those before, so that it must not go on. */
  *isAcross(text: string): Slices<boolean> {
    const { tail, guard } = this;
    this.tail = `${tail} ${text}`.slice(-ACROSS_UNITS);
    const head = text.slice(0, ACROSS_UNITS);
    if (tail === '' || head === '') return false;
    const [before, behind] = [yield* this.whole(tail), yield* this.whole(head)];
    for (const between of ['', ' ']) {
      const found = yield* this.whole(tail + between + head);
      if (guard.stoppedBy) return true;
      if (found === before + between + behind) continue;
      guard.passUnseen('split_text');
      return true;
    }
    return false;
  }

  private whole(text: string): Slices<string> {
    return wholeText(this.guard, 'whole', text);
  }
}
