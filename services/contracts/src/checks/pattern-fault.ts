/** RE2 supports no look-around and no back-references. */
const NOT_IN_RE2 = /\(\?(?:=|!|<=|<!)|\\[1-9]|\\k</;

/** What is wrong with a regular expression of a user; undefined where nothing is. */
export function patternFault(pattern: string): string | undefined {
  if (NOT_IN_RE2.test(pattern.replaceAll('\\\\', ''))) {
    return 'look-around and back-references are not possible: write the pattern without them';
  }
  try {
    // RE2 writes flags for the whole pattern at its beginning, and named groups with a P.
    new RegExp(pattern.replace(/^\(\?[imsU]+\)/, '').replaceAll('(?P<', '(?<'));
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return 'is no regular expression: look for a bracket that is not closed, a * + or ? with nothing before it, or a \\ at the end';
  }
}

/** What is wrong with a spec that its schema takes: where, and what to do. */
export interface Fault {
  /** Field names of the spec. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}
