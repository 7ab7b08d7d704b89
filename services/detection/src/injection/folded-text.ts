import { Folder } from '../fold/folder.ts';

/** A text as signals are searched in it, and the way back to the places of the original. */
export interface FoldedText {
  readonly text: string;
  /** Where the character begins in the original that a unit came of. */
  startOf(unit: number): number;
  /** Where the character ends that a unit came of. */
  endOf(unit: number): number;
}

const PLAIN = /^[\u0000-\u007f]*$/;

/** Folds a whole text. One of ASCII alone stands for itself. */
export function foldedText(text: string): FoldedText {
  if (PLAIN.test(text)) {
    return { text: text.toLowerCase(), startOf: (unit) => unit, endOf: (unit) => unit + 1 };
  }
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const folder = new Folder((unit, start, end) => {
    // Marks on letters, which hide a word as well as look-alikes do.
    if (unit >= 0x300 && unit < 0x370) return;
    // The folder makes one blank of all spaces, and line ends part roles.
    units.push(text[start] === '\n' ? '\n' : String.fromCharCode(unit));
    starts.push(start);
    ends.push(end);
  });
  folder.advance({ text, base: 0, isOver: true });
  return {
    text: units.join(''),
    startOf: (unit) => starts[unit] ?? text.length,
    endOf: (unit) => ends[unit] ?? text.length,
  };
}
