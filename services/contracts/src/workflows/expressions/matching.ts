import { RE2JS, RE2JSException } from 're2js';
import { ExpressionError } from './expression-error.ts';
import type { Work } from './work.ts';

const MAX_PATTERN = 200;
/** What one character against one state of a pattern takes, beside a unit of work. */
const STATES_PER_UNIT = 16;

/** Whether a pattern of RE2 is found in a text: in time that grows with the text, and never faster. */
export function isFoundIn(text: string, pattern: string, work: Work): boolean {
  if (pattern.length > MAX_PATTERN) {
    throw new ExpressionError(
      `has a pattern of more than ${String(MAX_PATTERN)} characters: shorten it`,
    );
  }
  const compiled = compile(pattern);
  const states = compiled.programSize();
  work.charge(states + Math.ceil((text.length * states) / STATES_PER_UNIT));
  return compiled.matcher(text).find();
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new ExpressionError(`has a pattern that is none of RE2: ${error.message}`);
  }
}
