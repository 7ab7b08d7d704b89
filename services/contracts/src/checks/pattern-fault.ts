import { RE2JS, RE2JSException } from 're2js';

/** RE2 supports no look-around and no back-references. */
const NOT_IN_RE2 = /\(\?(?:=|!|<=|<!)|\\[1-9]|\\k</;

/** What is wrong with a regular expression (RE2) of a user; undefined where nothing is. */
export function patternFault(pattern: string): string | undefined {
  if (NOT_IN_RE2.test(pattern.replaceAll('\\\\', ''))) {
    return 'look-around and back-references are not possible: write the pattern without them';
  }
  try {
    return RE2JS.compile(pattern).matcher('').find()
      ? 'matches where there is no text, so every place would be a finding: write + in place of *, or what has to be there'
      : undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `is no regular expression that can be searched for (${saidBy(error)}): look for a bracket that is not closed, a * + or ? with nothing before it, a repetition above 1000, or a \\ at the end`;
  }
}

/** Characters: what it says ends with the pattern, or a part of it. */
const MOST_SAID = 60;

/** What the library says is wrong, without what it says of all faults. */
const saidBy = ({ message }: Error): string =>
  message.replace(/^error parsing regexp: /, '').slice(0, MOST_SAID);

/** What is wrong with a spec that its schema takes: where, and what to do. */
export interface Fault {
  /** Field names of the spec. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}
