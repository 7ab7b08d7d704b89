import { NumberWords } from './number-words.ts';

/**
 * What two texts have to have in common, exactly and in this order, before anybody compares how alike they are: vectors of "version 2" and
 * "version 3", or of "should" and "should not", are as near to each other as those of texts that mean the same.
 */

/** Characters of the longest text that is compared. What is longer is seldom asked twice, and its words take long to compare. */
const LONGEST_TEXT = 2_048;

const setOf = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((words) => words.split(' ')));

/** Words that turn a text into its contrary, in the languages that are asked in most; without apostrophes. */
const NEGATIONS = setOf(
  'no not none never neither nor nothing nobody without except unless cannot exclude excluding instead',
  'nicht kein keine keinen keinem keiner nie niemals ohne weder außer',
  'ne pas non aucun aucune jamais sans sauf ni',
  'sin nunca ningún ninguno ninguna excepto tampoco',
  'não nem nunca sem nenhum nenhuma exceto',
  'mai senza nessuno nessuna né eccetto',
  'niet geen nooit zonder behalve',
  'nie bez żaden żadna nigdy oprócz',
  'не нет без никогда никто ничего кроме',
);
const SHORT_NEGATION =
  /^(?:do|does|did|is|are|was|were|wo|would|should|could|ca|must|might|need|has|have|had|ai|sha)nt$/;

/** With these a sentence begins that is asked of a model, so that a capital there tells of no name. */
const BEGINNINGS = setOf(
  'a an the this that these those i we you he she it they my our your his her its their there here what which who whom whose when where',
  'why how is are was were am be do does did can could will would shall should may might must have has had please tell give show write',
  'explain describe summarize summarise translate list find help make create generate compare define hi hello hey thanks ok and or but',
  'if so then also now in on at for of to from with by about as let according after before during while',
  'was wer wie wo wann warum welche welcher welches ist sind kann können bitte der die das ein eine ich wir',
  'que quel quelle quels quelles qui quand où pourquoi comment est le la les un une je nous peux pouvez',
  'qué cuál quién cuándo dónde cómo es son el los las yo puedes por',
);

/** Words that change nothing of what is asked. */
const FILLERS = setOf('a an the please kindly just thanks hello hi hey ok bitte mal');

const CHUNK = /\S+/gu;
const APOSTROPHES = /['’]/gu;
const QUOTES = new Set(['"', '“', '”', '„', '«', '»', '`']);
/** What stands before and behind words in sentences, and says nothing of them. */
const BEFORE = new Set(['(', '[', '¿', '¡']);
const BEHIND = new Set(['.', ',', ';', ':', '!', '?', ')', ']']);
const ENDS = new Set(['.', ':', '!', '?']);
const PLAIN = /^[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*$/u;
const UPPER = /\p{Lu}/u;
/** Of writing that puts no spaces between words, these cannot be compared one by one; other forms of numbers lose what they say when forms are made alike. */
const UNREADABLE =
  /[\p{No}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** What is known of a text before vectors are asked. */
export interface TextSigns {
  /** Its numbers, names, signs, quotations and negations, in their order. Equal for texts that may mean the same. */
  readonly text: string;
  /** Its words in lower case, in their order, with a space between each two. */
  readonly words: string;
}

/** Reads a text, in one pass; undefined where it is too long, or written so that words cannot be told apart. */
export function signsOf(text: string): TextSigns | undefined {
  if (text.length > LONGEST_TEXT || UNREADABLE.test(text)) return undefined;
  const plain = text.normalize('NFKC');
  if (plain.length > LONGEST_TEXT || UNREADABLE.test(plain)) return undefined;
  const reading = new Reading();
  let end = 0;
  for (const { 0: chunk, index } of plain.matchAll(CHUNK)) {
    if (plain.slice(end, index).includes('\n')) reading.beginSentence();
    reading.take(chunk);
    end = index + chunk.length;
  }
  return { text: JSON.stringify(reading.signs), words: reading.words.join(' ') };
}

class Reading {
  readonly signs: string[] = [];
  readonly words: string[] = [];
  private readonly numbers = new NumberWords();
  private isFirst = true;
  private isQuoted = false;

  beginSentence(): void {
    this.isFirst = true;
  }

  /** Takes what stands between two spaces. */
  take(chunk: string): void {
    const { core, quotesBefore, quotesBehind, last } = coreOf(chunk);
    if (quotesBefore % 2 === 1) this.isQuoted = !this.isQuoted;
    if (core !== '') this.takeWord(core);
    if (quotesBehind % 2 === 1) this.isQuoted = !this.isQuoted;
    if (core !== '' || last !== '') this.isFirst = ENDS.has(last);
  }

  private takeWord(core: string): void {
    const word = core.replace(APOSTROPHES, '');
    const lower = word.toLowerCase();
    this.words.push(lower);
    const isNumber = this.numbers.isNumber(lower);
    if (!PLAIN.test(word) || this.isQuoted) this.signs.push(word);
    else if (NEGATIONS.has(lower) || SHORT_NEGATION.test(lower)) this.signs.push('!');
    else if (isNumber || this.isName(word, lower)) this.signs.push(lower);
  }

  private isName(word: string, lower: string): boolean {
    if (!UPPER.test(word) || lower === 'i') return false;
    return !(this.isFirst && BEGINNINGS.has(lower));
  }
}

/** A chunk without the marks of sentences around it; `last`: the last of those behind it. */
function coreOf(chunk: string) {
  let [start, end, quotesBefore, quotesBehind, last] = [0, chunk.length, 0, 0, ''];
  for (; start < end; start += 1) {
    const mark = chunk[start] ?? '';
    if (QUOTES.has(mark)) quotesBefore += 1;
    else if (!BEFORE.has(mark)) break;
  }
  for (; end > start; end -= 1) {
    const mark = chunk[end - 1] ?? '';
    if (QUOTES.has(mark)) quotesBehind += 1;
    else if (!BEHIND.has(mark)) break;
    else if (last === '') last = mark;
  }
  return { core: chunk.slice(start, end), quotesBefore, quotesBehind, last };
}

/**
 * Whether vectors may decide of two texts with the same signs, by their words. They may not where one says all that the other says and more; where
 * they differ in a single word ("increase" for "decrease"), which may be its contrary; and where the words that both have come in another order,
 * or more often ("euros to dollars").
 */
export function mayMeanTheSame(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const shared = sharedWith(b, a);
  if (shared.join(' ') !== sharedWith(a, b).join(' ')) return false;
  const [more, less] = [a.length - shared.length, b.length - shared.length];
  if (more === 0 && less === 0) return true;
  return more > 0 && less > 0 && more + less > 2;
}

const wordsOf = (text: string): readonly string[] =>
  text.split(' ').filter((word) => word !== '' && !FILLERS.has(word));

function sharedWith(known: readonly string[], words: readonly string[]): string[] {
  const all = new Set(known);
  return words.filter((word) => all.has(word));
}
