import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { wholeText } from './open-texts.ts';

/** What is found across two texts is found in so many units of each. */
export const ACROSS_UNITS = 128;

/**
 * Whether something stands across the end of one text and the beginning of the next that stands in neither, or guardrails stopped the answer for what they saw.
 * `betweens`: what may stand between the two in the mind of whoever reads them.
 */
export function* standsAcross(
  guard: OutputGuard,
  [end, beginning]: readonly [string, string],
  betweens: readonly string[],
): Slices<boolean> {
  const apart = [
    yield* wholeText(guard, 'whole', end),
    yield* wholeText(guard, 'whole', beginning),
  ];
  for (const between of betweens) {
    const found = yield* wholeText(guard, 'whole', end + between + beginning);
    if (guard.stoppedBy || found !== apart.join(between)) return true;
  }
  return false;
}

/**
 * Notices what is found across the end of one text and the beginning of the next, where the first has gone on before the second came and their reader joins them: the
 * blocks of a message, say. Texts come one after the other.
 */
export class Joints {
  private readonly guard: OutputGuard;
  private key: string | undefined;
  private readonly seen = new Set<string>();
  /** The end of what came before the text that comes. */
  private before = '';
  /** The beginning of that text. */
  private head = '';
  /** The end of all that came. */
  private tail = '';

  constructor(guard: OutputGuard) {
    this.guard = guard;
  }

  /** Takes a piece of the text with a key; answers whether it may go on. */
  *take(key: string, piece: string): Slices<boolean> {
    if (key !== this.key) {
      // What goes on behind the beginning of another text is read between what came before.
      if (this.seen.has(key)) return this.refuses();
      this.seen.add(key);
      this.key = key;
      this.before = this.tail;
      this.head = '';
    }
    this.tail = (this.tail + piece).slice(-ACROSS_UNITS);
    const room = ACROSS_UNITS - this.head.length;
    if (this.before === '' || room <= 0 || piece === '') return true;
    this.head += piece.slice(0, room);
    const isAcross = yield* standsAcross(this.guard, [this.before, this.head], ['']);
    return isAcross ? this.refuses() : true;
  }

  private refuses(): false {
    this.guard.passUnseen('split_text');
    return false;
  }
}
