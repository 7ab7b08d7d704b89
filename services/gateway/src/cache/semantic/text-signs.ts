/**
 * What two texts have to have in common, exactly and in this order, before anybody compares how alike they are: vectors of "version 2" and
 * "version 3", or of "should" and "should not", are as near to each other as those of texts that mean the same.
 */

/** Words that turn a text into its contrary, in the languages that are asked in most; without apostrophes. */
const NEGATIONS = new Set(
  [
    'no not none never neither nor nothing nobody without except unless cannot dont doesnt didnt isnt arent wasnt werent wont wouldnt',
    'shouldnt couldnt cant mustnt hasnt havent hadnt aint exclude excluding instead',
    'nicht kein keine keinen keinem keiner nie niemals ohne weder außer',
    'ne pas non aucun aucune jamais sans sauf ni',
    'sin nunca ningún ninguno ninguna excepto tampoco',
    'não nem nunca sem nenhum nenhuma exceto',
    'mai senza nessuno nessuna né eccetto',
    'niet geen nooit zonder behalve',
    'nie bez żaden żadna nigdy oprócz',
    'не нет без никогда никто ничего кроме',
  ].flatMap((words) => words.split(' ')),
);

/** With these a sentence begins that is asked of a model, so that a capital there tells of no name. */
const BEGINNINGS = new Set(
  [
    'a an the this that these those i we you he she it they my our your his her its their there here what which who whom whose when where',
    'why how is are was were am be do does did can could will would shall should may might must have has had please tell give show write',
    'explain describe summarize summarise translate list find help make create generate compare define hi hello hey thanks ok and or but',
    'if so then also now in on at for of to from with by about as let according after before during while',
    'was wer wie wo wann warum welche welcher welches ist sind kann können bitte der die das ein eine ich wir',
    'que quel quelle quels quelles qui quand où pourquoi comment est le la les un une je nous peux pouvez',
    'qué cuál quién cuándo dónde cómo es son el los las yo puedes por',
  ].flatMap((words) => words.split(' ')),
);

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_'’.@:/\\+#-]*/gu;
const APOSTROPHES = /['’]/g;
/** Marks at the end of a sentence or clause, which the pattern of words takes for a part of the last one. */
const TAIL = /[.:/'’-]+$/;
const DIGIT = /\p{N}/u;
const UPPER = /\p{Lu}/u;
/** What no plain word has: the parts of addresses, paths, names of code. */
const OF_NAMES = /[\p{Ll}\p{N}]\p{Lu}|[_@:/\\+#]|\.[\p{L}\p{N}]/u;
/** No writing that has no capitals, and puts no spaces between words, has words that could be compared one by one. */
const NO_SPACES =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const QUOTED = /"[^"]*"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|`[^`]*`/gu;
const ENDS = /[.!?:;\n]\s*$/u;

/** What is known of a text before vectors are asked. */
export interface TextSigns {
  /** Its numbers, names, quotations and negations, in their order. Equal for texts that may mean the same. */
  readonly text: string;
  /** Its words, in lower case, each once, in the order in which they come first. */
  readonly words: ReadonlySet<string>;
}

/** Reads a text; undefined where it is written so that words cannot be told apart. */
export function signsOf(text: string): TextSigns | undefined {
  const plain = text.normalize('NFKC');
  if (NO_SPACES.test(plain)) return undefined;
  const words = new Set<string>();
  const signs: string[] = plain.match(QUOTED) ?? [];
  let end = 0;
  for (const found of plain.matchAll(WORD)) {
    const word = found[0].replace(TAIL, '');
    const lower = word.toLowerCase().replace(APOSTROPHES, '');
    const isFirst = end === 0 || ENDS.test(plain.slice(end, found.index));
    end = found.index + word.length;
    words.add(lower);
    if (NEGATIONS.has(lower)) signs.push('!');
    else if (isName(word, lower, isFirst)) signs.push(lower);
  }
  return { text: JSON.stringify(signs), words };
}

const isName = (word: string, lower: string, isFirst: boolean): boolean =>
  DIGIT.test(word) ||
  OF_NAMES.test(word) ||
  (UPPER.test(word) && lower !== 'i' && !(isFirst && BEGINNINGS.has(lower)));

/** Words that change nothing of what is asked. */
const FILLERS = new Set('a an the please kindly just thanks hello hi hey ok bitte mal'.split(' '));

/**
 * Whether vectors may decide of two texts with the same signs. They may not where one says all that the other says and more; where they differ
 * in a single word ("increase" for "decrease"), which may be its contrary; and where the words that they share come in another order
 * ("euros to dollars").
 */
export function mayMeanTheSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = sharedWith(other, one);
  if (!isSameList(shared, sharedWith(one, other))) return false;
  const more = countOf(one) - shared.length;
  const less = countOf(other) - shared.length;
  if (more === 0 && less === 0) return true;
  return more > 0 && less > 0 && more + less > 2;
}

/** Words of `words` that `known` has too, in the order in which they come first. */
const sharedWith = (known: ReadonlySet<string>, words: ReadonlySet<string>): string[] =>
  [...words].filter((word) => known.has(word) && !FILLERS.has(word));

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, index) => word === other[index]);

function countOf(words: ReadonlySet<string>): number {
  let count = 0;
  for (const word of words) if (!FILLERS.has(word)) count += 1;
  return count;
}
