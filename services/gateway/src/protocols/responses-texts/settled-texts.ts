import type { GuardedText, OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { Joints } from '../chat-texts/joints.ts';
import { pushed, wholeText } from '../chat-texts/open-texts.ts';
import { isJoined, type TextForm } from './event-keys.ts';

/** A text that comes in pieces. */
interface OpenText {
  readonly text: GuardedText;
  came: string;
  went: string;
}

/** A text that came, and what of it went on. */
interface SettledText {
  readonly came: string;
  readonly went: string;
}

/**
 * The texts of one response, by where they stand in its output: `0/content/0/text`. Each comes in pieces first, and then whole again, up to three times:
 * what went on of it is told the same each time.
 */
export class SettledTexts {
  private readonly guard: OutputGuard;
  private readonly open = new Map<string, OpenText>();
  private readonly joints: Joints;
  private readonly settled = new Map<string, SettledText>();

  constructor(guard: OutputGuard) {
    this.guard = guard;
    this.joints = new Joints(guard);
  }

  /** Takes a piece of a text; gives what may go on. */
  *piece(key: string, form: TextForm, piece: string): Slices<string> {
    const open = this.open.get(key) ?? this.begin(key, form);
    if (!open) return '';
    const isApart = yield* this.isApart(key, piece);
    const out = isApart ? yield* pushed(open.text, piece) : '';
    open.came += piece;
    open.went += out;
    return out;
  }

  /** No more pieces come of a text: gives the rest of what may go on, empty where there is none. */
  rest(key: string): string {
    const open = this.open.get(key);
    if (!open || this.guard.stoppedBy) return '';
    this.open.delete(key);
    const rest = open.text.end();
    this.settled.set(key, { came: open.came, went: open.went + rest });
    return rest;
  }

  /** A text as a whole, of which pieces may have come. */
  *whole(key: string, form: TextForm, text: string): Slices<string> {
    const known = this.settled.get(key);
    if (known?.came === text) return known.went;
    const how = form === 'arguments' ? 'arguments' : 'whole';
    const isApart = yield* this.isApart(key, text);
    const went = isApart ? yield* wholeText(this.guard, how, text) : '';
    this.settled.set(key, { came: text, went });
    return went;
  }

  /** Whether nothing is found across a text and the one before it, which has gone on. */
  private *isApart(key: string, text: string): Slices<boolean> {
    return isJoined(key) ? yield* this.joints.take(key, text) : true;
  }

  /** Texts of which pieces came and more may come, in the order in which they began. */
  openKeys(): string[] {
    return [...this.open.keys()];
  }

  /** What comes of a text behind its end cannot be looked at together with what came before. */
  private begin(key: string, form: TextForm): OpenText | undefined {
    if (this.settled.has(key) && !this.guard.passUnseen('text_after_end')) return undefined;
    const text = this.guard.open(form === 'arguments' ? 'json' : 'text');
    const open = { text, came: '', went: '' };
    this.open.set(key, open);
    return open;
  }
}
