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

/** Findings of one text that are told at most: some 20 MiB. Searches have the same share each, so that it does not matter which comes first. */
const MOST_FINDINGS = 262_144;
const LEAST_SHARE = 64;
/** What a finding is called with which a text is refused, since it has more to replace than is told. */
const TOO_MANY = 'TOO_MANY_FINDINGS';

/**
 * Detectors that search with these. Of what a search finds, so much is told and no more, whatever the text and the patterns are: a further finding
 * that is to be flagged is left out, and the first further one that is to be replaced, or blocks, blocks.
 */
export function detectorsOf(searchers: readonly Searcher[], most = MOST_FINDINGS): Detectors {
  const share = Math.max(LEAST_SHARE, Math.floor(most / Math.max(1, searchers.length)));
  return {
    isEmpty: searchers.length === 0,
    scan: (text) => new TextScan(searchers, share).whole(text),
    open: () => new TextScan(searchers, share),
  };
}

/** What is left for a search that told what refuses the text. */
const REFUSED = -1;

const refusing = (finding: Finding): Finding =>
  finding.action === 'block' ? finding : { ...finding, label: TOO_MANY, action: 'block' };

/** A text that is looked at as it comes. It keeps what is not decided, and what is looked at before that. */
class TextScan implements TextScanner {
  private readonly searches: readonly Search[];
  private text = '';
  private base = 0;
  private isOver = false;
  private waiting: Finding[] = [];
  /** Findings that each search may still tell. */
  private readonly left: number[];
  /** Whose turn it is. */
  private current = 0;
  private readonly found = (finding: Finding): void => {
    const left = (this.left[this.current] ?? 0) - 1;
    if (left >= 0) this.waiting.push(finding);
    else if (left < REFUSED || finding.action === 'flag') return;
    else this.waiting.push(refusing(finding));
    this.left[this.current] = left >= 0 ? left : REFUSED;
  };

  constructor(searchers: readonly Searcher[], share: number) {
    this.searches = searchers.map((searcher) => searcher.open());
    this.left = searchers.map(() => share);
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
    for (this.current = 0; this.current < this.searches.length; this.current += 1) {
      this.searches[this.current]?.advance(seen, this.found);
    }
  }

  private letGo(): void {
    let keeps = this.base + this.text.length;
    for (const search of this.searches) keeps = Math.min(keeps, search.keeps);
    if (keeps - this.base < LET_GO_UNITS) return;
    this.text = this.text.slice(keeps - this.base);
    this.base = keeps;
  }
}
