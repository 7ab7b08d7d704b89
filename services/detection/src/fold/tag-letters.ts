import type { Seen } from '../kernel/search.ts';
import { foldCharacter } from './fold.ts';
import { PART, type TakeUnit } from './folder.ts';

/** The first half of each pair that writes a tag of Unicode. */
const FIRST_HALF = '\udb40';
const TAGS = 0xe0000;
const [FIRST, LAST] = [0x20, 0x7e];

/** Reads what tags of Unicode spell, which nobody sees and models may read: their letters alone, and a parting where anything else stands between. */
export class TagLetters {
  private readonly takeUnit: TakeUnit;
  private isWithin = false;
  /** Units of the original that were read. */
  position = 0;

  constructor(takeUnit: TakeUnit) {
    this.takeUnit = takeUnit;
  }

  /** Reads what came. Half of a pair waits for its other half. */
  advance({ text, base, isOver }: Seen): void {
    let at = this.position - base;
    while (at < text.length) {
      const next = text.indexOf(FIRST_HALF, at);
      if (next !== at) this.part(base + at);
      if (next === -1) {
        this.position = base + text.length;
        return;
      }
      if (next + 1 === text.length && !isOver) {
        this.position = base + next;
        return;
      }
      this.tag((text.codePointAt(next) ?? 0) - TAGS, base + next);
      at = next + 2;
    }
    this.position = base + text.length;
  }

  private tag(letter: number, start: number): void {
    if (letter < FIRST || letter > LAST) {
      this.part(start);
      return;
    }
    this.isWithin = true;
    this.takeUnit(foldCharacter(letter).charCodeAt(0), start, start + 2);
  }

  private part(at: number): void {
    if (!this.isWithin) return;
    this.isWithin = false;
    this.takeUnit(PART, at, at);
  }
}
