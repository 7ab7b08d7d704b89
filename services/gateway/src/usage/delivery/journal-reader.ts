import { idOf, kindOf, parseHead } from '../journal/codec.ts';
import type { JournalDisk } from '../journal/disk.ts';
import { joinLines, type Facts } from '../journal/facts.ts';
import type { ReadableJournal } from '../journal/journal-outlet.ts';
import type { Kept } from '../journal/kept-segments.ts';
import { isBefore, type Position } from './position.ts';
import { intentsIn, isSelfContained, readHead } from './segment-head.ts';
import { readSlice, type PlacedLine } from './segment-lines.ts';

/** The facts of a request that ended, and where in the journal that was written. */
export interface PlacedFacts extends Facts {
  /** Behind its outcome. */
  readonly end: Position;
}

export interface JournalReaderOptions {
  readonly files: Pick<ReadableJournal, 'list'>;
  readonly disk: JournalDisk;
  /** Facts that end there or before are passed over. */
  readonly from: Position;
  /** Hears of each line that is damaged, or whose other half is missing. */
  readonly onUnreadable: (line: string) => void;
}

/**
 * Reads the facts of requests in the order in which they ended, also while the journal is written. A segment's head repeats the intents of what was under
 * way, so that reading may begin with any segment; but for lines that the head repeats since the disk may have lost them: the other half of such a line may
 * stand in a segment before. That need not be the last before, since others may have begun until the disk said so.
 */
export class JournalReader {
  /** Behind the last line that was read. */
  position: Position;
  private readonly options: JournalReaderOptions;
  private readonly open = new Map<string, string>();
  /** Lines of the head that are still to come; undefined before the first line of a segment. */
  private headLines: number | undefined;
  private hasBegun = false;

  constructor(options: JournalReaderOptions) {
    this.options = options;
    this.position = options.from;
  }

  /** Some facts, as many as are read at a time; undefined where the journal has no more for now. Rejects with the disk's error. */
  async read(): Promise<PlacedFacts[] | undefined> {
    await this.begin();
    const segments = this.options.files.list();
    const current = this.find(segments);
    if (!current) return undefined;
    const { number } = current.segment;
    if (this.position.offset === 0) await this.recall(current, segments);
    const slice = await readSlice(current, this.position.offset, this.options.disk);
    const facts = slice.lines.flatMap((line) => this.take(line, number));
    this.position = { segment: number, offset: slice.end };
    return facts;
  }

  /** The segment to go on with; undefined where all is read. */
  private find(segments: readonly Kept[]): Kept | undefined {
    const { segment, offset } = this.position;
    const current = segments.find((one) => one.segment.number === segment);
    if (current && offset < current.size) return current;
    const next = segments.find((one) => one.segment.number > segment && one.size > 0);
    if (!next) return undefined;
    this.headLines = undefined;
    this.position = { segment: next.segment.number, offset: 0 };
    return next;
  }

  /** Goes back to where all is told that lines after the position need; reading begins with it, too. */
  async begin(): Promise<void> {
    if (this.hasBegun) return;
    const { files, disk, from } = this.options;
    const segments = files.list().filter(({ segment: { number } }) => number <= from.segment);
    let first: Kept | undefined;
    for (const segment of segments.reverse()) {
      first = segment;
      if (await isSelfContained(segment, disk)) break;
    }
    if (first) this.position = { segment: first.segment.number, offset: 0 };
    this.hasBegun = true;
  }

  /** The facts of outcomes that come later, whose intents were read. */
  foretold(outcomes: readonly string[]): Facts[] {
    return outcomes.flatMap((outcome) => {
      const intent = this.open.get(idOf(outcome));
      const joined = intent === undefined ? undefined : joinLines(intent, outcome);
      return joined && 'usage' in joined ? [joined] : [];
    });
  }

  /** Finds the intents of outcomes that a head repeats without them, and that were not read. */
  private async recall(current: Kept, segments: readonly Kept[]): Promise<void> {
    const { disk } = this.options;
    const { halves } = await readHead(current, disk);
    const missing = new Set(halves.map(idOf).filter((id) => !this.open.has(id)));
    const isOlder = ({ segment }: Kept): boolean => segment.number < current.segment.number;
    for (const older of segments.filter(isOlder).reverse()) {
      for (const [id, intent] of await intentsIn(older, missing, disk)) {
        this.open.set(id, intent);
        missing.delete(id);
      }
    }
  }

  private take({ text, end }: PlacedLine, segment: number): PlacedFacts[] {
    const isHead = this.isOfHead(text);
    const kind = kindOf(text);
    const at = { segment, offset: end };
    const isNew = isBefore(this.options.from, at);
    if (kind === 'intent') this.open.set(idOf(text), text);
    if (kind === 'unreadable' && isNew) this.options.onUnreadable(text);
    if (kind !== 'outcome') return [];
    const id = idOf(text);
    const intent = this.open.get(id);
    this.open.delete(id);
    // Without its intent, what a head repeats was met before: the segment of its intent is gone.
    if (!isNew || (isHead && intent === undefined)) return [];
    return this.join(intent, text, at);
  }

  private join(intent: string | undefined, outcome: string, end: Position): PlacedFacts[] {
    const joined = joinLines(intent, outcome);
    if (!('unreadable' in joined)) return [{ ...joined, end }];
    this.options.onUnreadable(joined.unreadable);
    return [];
  }

  /** Whether a line belongs to the head of its segment. */
  private isOfHead(line: string): boolean {
    if (this.headLines === undefined) {
      const head = parseHead(line);
      this.headLines = head ? head.carried + head.again : 0;
      return head !== undefined;
    }
    if (this.headLines === 0) return false;
    this.headLines -= 1;
    return true;
  }
}
