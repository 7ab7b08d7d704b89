import type { Finding } from './finding.ts';

/** A set of detectors that is ready to look at texts. It holds no state of any text, and any number of texts may be open. */
export interface Detectors {
  /** Whether there is nothing that it looks for. */
  readonly isEmpty: boolean;
  /** All findings of a whole text, by their start; of two with the same start the longer one first. They may overlap. */
  scan(text: string): readonly Finding[];
  /** Looks at a text that comes in pieces. What it finds is what `scan` finds in the whole, however the text is cut. */
  open(): TextScanner;
}

/** A text as it comes. */
export interface TextScanner {
  /** Takes more of the text. */
  push(piece: string): void;
  /** There is no more of it: everything is decided. */
  end(): void;
  /** UTF-16 units from the beginning of the text: every finding that starts before is known, whatever comes. */
  readonly decided: number;
  /** Takes out the findings that start before `decided` and were not taken yet, by their start. */
  take(): readonly Finding[];
}
