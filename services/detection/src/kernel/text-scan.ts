import type { Detectors, TextScanner } from '../finding/detectors.ts';
import type { Finding } from '../finding/finding.ts';
import type { Search, Searcher } from './search.ts';

/** By their start; of two with the same start the longer one first. */
export const inOrder = (one: Finding, other: Finding): number =>
  one.start - other.start ||
  other.end - one.end ||
  other.score - one.score ||
  compare(one.detector, other.detector) ||
  compare(one.label, other.label);

const compare = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};

/** What no search needs is let go in pieces of some size, so that a stream of short pieces copies little. */
const LET_GO_UNITS = 1024;

/** Detectors that search with these. */
export const detectorsOf = (searchers: readonly Searcher[]): Detectors => ({
  isEmpty: searchers.length === 0,
  scan: (text) => new TextScan(searchers).whole(text),
  open: () => new TextScan(searchers),
});

/** A text that is looked at as it comes. It keeps what is not decided, and what is looked at before that. */
class TextScan implements TextScanner {
  private readonly searches: readonly Search[];
  private text = '';
  private base = 0;
  private isOver = false;
  private waiting: Finding[] = [];
  private readonly found = (finding: Finding): void => {
    this.waiting.push(finding);
  };

  constructor(searchers: readonly Searcher[]) {
    this.searches = searchers.map((searcher) => searcher.open());
  }

  push(piece: string): void {
    if (this.isOver) throw new Error('the text is over');
    this.text += piece;
    this.advance();
    this.letGo();
  }

  end(): void {
    if (this.isOver) throw new Error('the text is over');
    this.isOver = true;
    this.advance();
    this.text = '';
  }

  /** Takes all that there is, in one look. */
  whole(text: string): readonly Finding[] {
    this.text = text;
    this.end();
    return this.take();
  }

  get decided(): number {
    let decided = Infinity;
    for (const search of this.searches) decided = Math.min(decided, search.decided);
    return decided;
  }

  take(): readonly Finding[] {
    if (this.waiting.length === 0) return [];
    const { decided } = this;
    const taken = this.waiting.filter(({ start }) => start < decided);
    this.waiting = this.waiting.filter(({ start }) => start >= decided);
    return taken.sort(inOrder);
  }

  private advance(): void {
    const seen = { text: this.text, base: this.base, isOver: this.isOver };
    for (const search of this.searches) search.advance(seen, this.found);
  }

  private letGo(): void {
    let keeps = this.base + this.text.length;
    for (const search of this.searches) keeps = Math.min(keeps, search.keeps);
    if (keeps - this.base < LET_GO_UNITS) return;
    this.text = this.text.slice(keeps - this.base);
    this.base = keeps;
  }
}
