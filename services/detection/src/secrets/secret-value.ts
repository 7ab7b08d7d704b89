/** Bits per character from which on a value is taken for random. */
const RANDOM_BITS = 2.6;
/** What stands for a value in documents and examples, by how it begins: `$NAME`, `${NAME}`, `%NAME%`, `@name(`, `*alias`; a random value may begin with any sign. */
const STAND_IN_BEGINS =
  /^(?:[<{[(]|\$[{(]|[$%@*]\w+(?:[%({:.-]|$)|\*{2,}|\.{3}|your|change_?me|replace[-_]?(?:me|with)|todo[-_]|null$|none$|true$|false$|undefined$|process\.env|os\.|env\.)/i;
/** The same by what is in it; `(?=` is of an expression. */
const STAND_IN =
  /(?:^|[-_])(?:your|my)[-_]|[-_]here$|example|xxxx|\*\*\*|redacted|placeholder|\(\?[=!:]/i;
/** Where a secret is kept, in the place of itself: addresses, names of Amazon and Google, sops. */
const REFERENCE = /^(?:[a-z][\w+.-]{0,30}:\/\/|arn:|vault:|projects\/|ref\+|ENC\[)/i;

/** The entropy of a text's characters, in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Whether a value may be a secret, and does not stand for one in an example. */
export const isRandom = (value: string): boolean =>
  !STAND_IN_BEGINS.test(value) && !STAND_IN.test(value) && entropy(value) >= RANDOM_BITS;

/** What members of objects are read by: `response.data.token2`, `Hash::make`. */
const CHAIN = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_]\w*)+$/;
/** A word of a name, as capitals part them: `get`, `Token`, `HTTP`. */
const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;
/** Words of names are longer in the mean, and have more vowels among their letters, than random letters. */
const SHORTEST_WORD = 3.5;
const LEAST_VOWELS = 0.25;

/** Whether a value is made of words, as names of classes and constants are: `OAuth2AccessTokenResponse`, `PROGRAM_ID_2022`. */
function isOfWords(value: string): boolean {
  const words = value.match(WORD) ?? [];
  const letters = words.join('');
  const vowels = letters.match(/[aeiou]/gi) ?? [];
  return (
    words.length >= 2 &&
    letters.length >= words.length * SHORTEST_WORD &&
    vowels.length >= letters.length * LEAST_VOWELS
  );
}

/** Whether what is assigned without quotes is a name that code has for a value. Passwords may be words. */
export const isCode = (value: string, isPassword: boolean): boolean =>
  (!isPassword || CHAIN.test(value)) && isOfWords(value);

/** Signs that names, paths and numbers have none of. */
const RARE_SIGN = /[^\w\s.:/+=-]/;
/** What a name is made of: words, numbers and what parts them. */
const NAME_PART = new RegExp(`${WORD.source}|\\d+|[^A-Za-z0-9]+`, 'g');
/** Parts of names are longer in the mean, in characters. */
const LONGEST_RANDOM_PART = 2.5;

/** Whether small and capital letters and digits follow one another as in no name. */
const isScrambled = (value: string): boolean =>
  value.length <= (value.match(NAME_PART)?.length ?? 0) * LONGEST_RANDOM_PART;

/**
 * Whether what is assigned to a name of a secret is one: mixed as no word is, and the longer the fewer kinds of characters it needs. Passwords are
 * chosen by people, and shorter.
 */
export const isAssignedSecret = (value: string, isPassword: boolean): boolean =>
  isRandom(value) &&
  !REFERENCE.test(value) &&
  (isLongSecret(value) || (isPassword ? isPasswordLike(value) : isShortKey(value)));

const isLongSecret = (value: string): boolean =>
  value.length >= 16 && /\d/.test(value) && /[A-Za-z]/.test(value);

const isPasswordLike = (value: string): boolean => value.length >= 8 && kindsOf(value) >= 3;

const isShortKey = (value: string): boolean =>
  value.length >= 12 &&
  LETTERS_AND_DIGITS.every((kind) => kind.test(value)) &&
  (RARE_SIGN.test(value) || isScrambled(value));

const LETTERS_AND_DIGITS = [/[a-z]/, /[A-Z]/, /\d/];

const kindsOf = (value: string): number =>
  [...LETTERS_AND_DIGITS, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
