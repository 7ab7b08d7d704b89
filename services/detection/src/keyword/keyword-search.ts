import type { Finding, FindingAction } from '../finding/finding.ts';
import { foldText } from '../fold/fold.ts';
import { Folder, type TakeUnit } from '../fold/folder.ts';
import { TagLetters } from '../fold/tag-letters.ts';
import type { Search, Searcher, Seen } from '../kernel/search.ts';
import { Automaton } from './automaton.ts';

/** A word or phrase to look for. */
export interface Keyword {
  readonly word: string;
  readonly label: string;
  readonly action: FindingAction;
  readonly detector: string;
}

/** Scripts that put no blanks between words, or join endings to them: there a word is found within others. */
const JOINED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** A low line is none of them: it is how chats write what is slanted or bold, and what parts words in names. */
const IN_WORDS = /[\p{L}\p{N}\p{M}]/u;

const kinds = new Map<number, boolean>();

/** Whether a unit is part of a word that has to end where a keyword ends. */
function isInWord(unit: number): boolean {
  let known = kinds.get(unit);
  if (known === undefined) {
    const character = String.fromCharCode(unit);
    known = IN_WORDS.test(character) && !JOINED.test(character);
    kinds.set(unit, known);
  }
  return known;
}

const START = 0xfffe;

interface Words {
  readonly automaton: Automaton;
  readonly folded: readonly string[];
  /** What each folded word stands for. */
  readonly keywords: readonly (readonly Keyword[])[];
  readonly longest: number;
}

/** Reads a text as it comes, and tells its letters. */
interface Reader {
  readonly position: number;
  advance(seen: Seen): void;
}

/** Looks for words and phrases as people read them: whatever their case, form, look-alikes and unseen characters, and as whole words; and for what tags spell. */
export function keywordSearchers(keywords: readonly Keyword[]): readonly Searcher[] {
  const byFold = new Map<string, Keyword[]>();
  for (const keyword of keywords) {
    const fold = foldText(keyword.word);
    byFold.set(fold, [...(byFold.get(fold) ?? []), keyword]);
  }
  const folded = [...byFold.keys()];
  const longest = Math.max(...folded.map(({ length }) => length));
  const words = {
    automaton: new Automaton(folded),
    folded,
    keywords: [...byFold.values()],
    longest,
  };
  return [
    { open: () => new KeywordSearch(words, (take) => new Folder(take)) },
    { open: () => new KeywordSearch(words, (take) => new TagLetters(take)) },
  ];
}

class KeywordSearch implements Search {
  private readonly words: Words;
  private readonly reader: Reader;
  private found: (finding: Finding) => void = () => undefined;
  /** Starts and ends, in the original, and units of the folded text, by their number modulo the size. */
  private readonly size: number;
  private readonly starts: Float64Array;
  private readonly units: Uint16Array;
  private count = 0;
  private state = 0;
  private lastEnd = 0;
  decided = 0;

  constructor(words: Words, readerTo: (take: TakeUnit) => Reader) {
    this.words = words;
    this.reader = readerTo(this.take.bind(this));
    this.size = 2 ** Math.ceil(Math.log2(words.longest + 2));
    this.starts = new Float64Array(this.size);
    this.units = new Uint16Array(this.size).fill(START);
  }

  get keeps(): number {
    return this.reader.position;
  }

  advance(seen: Seen, found: (finding: Finding) => void): void {
    this.found = found;
    this.reader.advance(seen);
    if (seen.isOver) {
      this.endings(START);
      this.decided = Infinity;
      return;
    }
    const depth = this.words.automaton.depth(this.state);
    this.decided = depth === 0 ? this.reader.position : this.startOf(depth);
  }

  /** Where the last units of this number begin in the original. */
  private startOf(units: number): number {
    return this.starts[(this.count - units) & (this.size - 1)] ?? 0;
  }

  private take(unit: number, start: number, end: number): void {
    if (this.state !== 0) this.endings(unit);
    const index = this.count & (this.size - 1);
    this.starts[index] = start;
    this.units[index] = unit;
    this.count += 1;
    this.lastEnd = end;
    this.state = this.words.automaton.next(this.state, unit);
  }

  /** Tells the words that end with the last unit, now that it is known what stands behind them. */
  private endings(following: number): void {
    const { automaton, folded, keywords } = this.words;
    for (let state = automaton.ending(this.state); state !== 0; state = automaton.shorter(state)) {
      const fold = folded[automaton.word(state)] ?? '';
      if (!this.isWhole(fold, following)) continue;
      const start = this.startOf(fold.length);
      for (const { label, action, detector } of keywords[automaton.word(state)] ?? []) {
        this.found({ label, start, end: this.lastEnd, score: 1, action, detector });
      }
    }
  }

  /** Whether a word stands alone, where its script parts words. */
  private isWhole(fold: string, following: number): boolean {
    if (isInWord(following) && isInWord(fold.charCodeAt(fold.length - 1))) return false;
    const before = this.units[(this.count - fold.length - 1) & (this.size - 1)] ?? START;
    return !(isInWord(before) && isInWord(fold.charCodeAt(0)));
  }
}
