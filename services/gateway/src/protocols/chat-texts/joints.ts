import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { wholeText } from './open-texts.ts';

/** What is found across two texts is found in so many units of each. */
const ACROSS_UNITS = 128;

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
    const apart = (yield* this.whole(this.before)) + (yield* this.whole(this.head));
    if (this.guard.stoppedBy) return false;
    if ((yield* this.whole(this.before + this.head)) === apart) return true;
    return this.refuses();
  }

  private refuses(): false {
    this.guard.passUnseen('split_text');
    return false;
  }

  private whole(text: string): Slices<string> {
    return wholeText(this.guard, 'whole', text);
  }
}
