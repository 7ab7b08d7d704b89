import type { GuardedText, OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { pushed } from './open-texts.ts';

/** A part of a text that stands in several. */
export class PartedText {
  /** What of it may go on; known once the text is over. */
  out = '';
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Written as what may go on. */
  toJSON(): string {
    return this.out;
  }
}

interface OpenText {
  readonly guarded: GuardedText;
  readonly parts: PartedText[];
}

/** Texts of a document that stand in several parts each, and are read as one. Where nothing is replaced, each part keeps what it had. */
export class PartedTexts {
  private readonly guard: OutputGuard;
  private readonly open = new Map<string, OpenText>();

  constructor(guard: OutputGuard) {
    this.guard = guard;
  }

  /** Takes the next part of the text with a key. */
  *take(key: string, text: string): Slices<PartedText> {
    const open = this.open.get(key) ?? { guarded: this.guard.open('text'), parts: [] };
    this.open.set(key, open);
    const part = new PartedText(text);
    open.parts.push(part);
    part.out = yield* pushed(open.guarded, text);
    return part;
  }

  /** No more parts come of a text: gives them. */
  end(key: string): readonly PartedText[] {
    const open = this.open.get(key);
    const last = open?.parts.at(-1);
    this.open.delete(key);
    if (!open || !last || this.guard.stoppedBy) return [];
    last.out += open.guarded.end();
    share(open.parts);
    return open.parts;
  }

  /** No more parts come of any. */
  endAll(): void {
    for (const key of [...this.open.keys()]) this.end(key);
  }
}

/**
 * Gives each part its own of what may go on of them all. What guardrails held back went on with a later part; here parts before the first that changed, and those behind
 * the last, get back what they had.
 */
function share(parts: readonly PartedText[]): void {
  const all = parts.map(({ out }) => out).join('');
  const head = sameParts(parts, (text, at) => all.startsWith(text, at));
  const left = parts.slice(head.count);
  const tail = sameParts(left.toReversed(), (text, behind) => {
    const end = all.length - behind;
    return end - text.length >= head.length && all.endsWith(text, end);
  });
  const changed = left.slice(0, left.length - tail.count);
  const end = all.length - tail.length;
  let heard = head.heard;
  let at = head.length;
  for (const part of parts.slice(0, head.count)) part.out = part.text;
  for (const part of left.slice(changed.length)) part.out = part.text;
  for (const [place, part] of changed.entries()) {
    heard += part.out.length;
    const next = place === changed.length - 1 ? end : Math.min(Math.max(heard, at), end);
    part.out = all.slice(at, next);
    at = next;
  }
}

/** How many of the parts are there as they were, one behind the other, and how long they are; `heard`: how much had gone on behind them. */
function sameParts(
  parts: readonly PartedText[],
  isThere: (text: string, at: number) => boolean,
): { readonly count: number; readonly length: number; readonly heard: number } {
  let [count, length, heard] = [0, 0, 0];
  for (const { text, out } of parts) {
    if (!isThere(text, length)) break;
    count += 1;
    length += text.length;
    heard += out.length;
  }
  return { count, length, heard };
}
