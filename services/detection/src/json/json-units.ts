const ESCAPED: Readonly<Record<string, string>> = {
  ...{ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
};
const WHOLE_ESCAPE = /^\\(?:[^u]|u[0-9a-fA-F]{4})$/;
const BEGUN_ESCAPE = /^\\(?:u[0-9a-fA-F]{0,3})?$/;
const OF_NUMBER = /[-+.0-9A-Za-z]/;

/** One UTF-16 unit of what a JSON text says. */
export interface JsonUnit {
  /** What it says. */
  readonly text: string;
  /** How it is written: an escape has several characters. */
  readonly raw: string;
  /** Whether it stands within a string; quotes do not. */
  readonly isInString: boolean;
}

/** Whether a unit is of a number, or of a word like `true`: what is found in a part of either takes its place as a whole. */
export const isOfNumber = (unit: JsonUnit | undefined): boolean =>
  unit !== undefined && !unit.isInString && OF_NUMBER.test(unit.text);

/**
 * Reads a JSON text as it comes, unit by unit, with the escapes of its strings undone. What is no JSON is read as well: an escape that is
 * none stands for itself.
 */
export class JsonUnits {
  private isInString = false;
  private escape = '';

  /** The units that are whole with this piece. */
  read(piece: string): JsonUnit[] {
    const units: JsonUnit[] = [];
    // By units and not by code points: pieces may be cut between halves of a pair.
    for (let at = 0; at < piece.length; at += 1) this.take(piece.charAt(at), units);
    return units;
  }

  /** There is no more: what is left of an escape stands for itself. */
  finish(): JsonUnit[] {
    const { escape } = this;
    this.escape = '';
    return asWritten(escape);
  }

  private take(character: string, units: JsonUnit[]): void {
    if (this.escape !== '') this.continueEscape(character, units);
    else if (!this.isInString) {
      if (character === '"') this.isInString = true;
      units.push({ text: character, raw: character, isInString: false });
    } else if (character === '\\') {
      this.escape = character;
    } else {
      const isEnd = character === '"';
      if (isEnd) this.isInString = false;
      units.push({ text: character, raw: character, isInString: !isEnd });
    }
  }

  private continueEscape(character: string, units: JsonUnit[]): void {
    const escape = this.escape + character;
    if (WHOLE_ESCAPE.test(escape)) {
      this.escape = '';
      units.push(...unescaped(escape));
    } else if (BEGUN_ESCAPE.test(escape)) {
      this.escape = escape;
    } else {
      units.push(...this.finish());
      this.take(character, units);
    }
  }
}

function unescaped(escape: string): JsonUnit[] {
  const isCode = escape.length === 6;
  const text = isCode
    ? String.fromCharCode(Number.parseInt(escape.slice(2), 16))
    : ESCAPED[escape.charAt(1)];
  return text === undefined ? asWritten(escape) : [{ text, raw: escape, isInString: true }];
}

const asWritten = (text: string): JsonUnit[] =>
  Array.from({ length: text.length }, (_, at) => text.charAt(at)).map((character) => ({
    ...{ text: character, raw: character, isInString: true },
  }));
