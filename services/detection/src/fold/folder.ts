import type { Seen } from '../kernel/search.ts';
import { foldCharacter } from './fold.ts';

/** Unseen characters in a row from which on they part a word: nobody may hold a stream back with them. */
const UNSEEN_IN_A_ROW = 64;
/** A unit that parts words. */
export const PART = 0xffff;

/** Takes one unit of the folded text, with the character of the original that it came of. */
export type TakeUnit = (unit: number, start: number, end: number) => void;

/** Folds a text as it comes, character by character. */
export class Folder {
  private readonly takeUnit: TakeUnit;
  private unseen = 0;
  private wasSpace = false;
  /** Units of the original that were folded. */
  position = 0;

  constructor(takeUnit: TakeUnit) {
    this.takeUnit = takeUnit;
  }

  /** Folds what came. Half of a pair waits for its other half. */
  advance({ text, base, isOver }: Seen): void {
    const end = text.length;
    let at = this.position - base;
    while (at < end) {
      const code = text.codePointAt(at) ?? 0;
      const isHalf = code >= 0xd800 && code < 0xdc00;
      if (isHalf && at + 1 === end && !isOver) break;
      const next = at + (code > 0xffff ? 2 : 1);
      this.character(code, base + at, base + next);
      at = next;
    }
    this.position = base + at;
  }

  private character(code: number, start: number, end: number): void {
    if (code > 0x20 && code < 0x7f) {
      this.unseen = 0;
      this.wasSpace = false;
      this.takeUnit(code > 0x40 && code < 0x5b ? code + 0x20 : code, start, end);
      return;
    }
    const fold = foldCharacter(code);
    if (fold === '') this.skip(start, end);
    else if (fold === ' ') this.space(start, end);
    else this.letters(fold, start, end);
  }

  private letters(fold: string, start: number, end: number): void {
    this.unseen = 0;
    this.wasSpace = false;
    for (let index = 0; index < fold.length; index += 1) {
      this.takeUnit(fold.charCodeAt(index), start, end);
    }
  }

  /** Of spaces in a row, the first counts. */
  private space(start: number, end: number): void {
    if (this.wasSpace) {
      this.skip(start, end);
      return;
    }
    this.unseen = 0;
    this.wasSpace = true;
    this.takeUnit(0x20, start, end);
  }

  private skip(start: number, end: number): void {
    this.unseen += 1;
    if (this.unseen !== UNSEEN_IN_A_ROW) return;
    this.wasSpace = false;
    this.takeUnit(PART, start, end);
  }
}
