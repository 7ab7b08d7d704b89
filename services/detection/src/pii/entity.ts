/** A form in which a number of one kind is written. */
export interface Shape {
  /** Sticky: it is tried at the place where a number begins. Each of its repetitions has a bound. */
  readonly pattern: RegExp;
  /** How sure it is by its form alone: more than 0, at most 1. */
  readonly score: number;
}

/** A kind of number that is somebody's: how it is written, how it is checked, and what is said before it. */
export interface Entity {
  /** As Presidio names it. */
  readonly label: string;
  readonly shapes: readonly Shape[];
  /** Whether its check digits are right. It gets the number without its blanks, dots, dashes and slashes. */
  readonly verify?: (compact: string) => boolean;
  /** How sure it is where the check digits are right; those of its shape otherwise. */
  readonly verified?: number;
  /** Beginnings of words that tell what it is, small, without accents. */
  readonly context: readonly string[];
}
