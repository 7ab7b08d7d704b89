import { RE2JS } from 're2js';
import { patternLength } from './pattern-length.ts';

/** Why a regular expression of a user cannot be searched for, and what to do; undefined where it can. */
export function faultOfRegex(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `is none that RE2 takes (${error.message}): see https://github.com/google/re2/wiki/Syntax; look-around and back-references are not possible`;
  }
  if (patternLength(pattern).least === 0) {
    return 'matches the empty text, so it would be found everywhere: write + instead of *, or leave the ? out';
  }
  return undefined;
}
