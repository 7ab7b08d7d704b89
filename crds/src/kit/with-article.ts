/** Begins with a vowel where it is read as a word: "organization", and not "user" or "unit". */
const VOWEL = /^(?!us|uni|eu|one)[aeiou]/i;
/** Read letter by letter, the first of which begins with a vowel: "MCP server", "SLA". */
const SPELLED = /^[FHLMNRSX][A-Z]/;

/** A noun, or the name of a kind, with its article: `an Organization`, `a team`, `an MCP server`. */
export const withArticle = (noun: string): string =>
  `${VOWEL.test(noun) || SPELLED.test(noun) ? 'an' : 'a'} ${noun}`;
