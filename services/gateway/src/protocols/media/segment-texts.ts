import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { ACROSS_UNITS, standsAcross } from '../chat-texts/joints.ts';

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
    const isAcross = yield* standsAcross(guard, [tail, head], ['', ' ']);
    if (isAcross) guard.passUnseen('split_text');
    return isAcross;
  }
}
