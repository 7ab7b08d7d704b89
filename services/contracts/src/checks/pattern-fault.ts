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
    if (error.message.includes(REPEATED)) return wrongRepetition(saidBy(error));
    return `is no regular expression that can be searched for (${saidBy(error)}): look for a bracket that is not closed, a * + or ? with nothing before it, or a \\ at the end`;
  }
}

/** What the library says of a repetition, be it one alone, or several within each other that come to too many, or one whose bounds are the wrong way round. */
const REPEATED = 'invalid repeat count';

const wrongRepetition = (said: string): string =>
  `has a repetition that cannot be searched for (${said}): it may come to 1000 at most, repetitions within each other multiply, so that (a{1,100}){1,100} comes to 10000, and the first number may not be above the second; write smaller numbers, or + or * in their place`;

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
