import { idOf } from '../journal/codec.ts';
import type { JournalDisk } from '../journal/disk.ts';
import { joinLines, type Facts } from '../journal/facts.ts';
import type { ReadableJournal } from '../journal/journal-outlet.ts';
import type { JournalReader } from './journal-reader.ts';
import type { KeptRecord } from './remains.ts';
import { endingsOf, intentsIn, readHead, type Endings } from './segment-head.ts';
import { UsageSums } from './usage-sums.ts';

/** So many sums are held in memory; then they are written, and others begun. */
const MOST_SUMS = 10_000;

export interface SegmentRemainsOptions {
  readonly files: Pick<ReadableJournal, 'list' | 'again'>;
  readonly disk: JournalDisk;
  /** Stands at the first record that is not delivered. */
  readonly reader: JournalReader;
  /** So many may have been sent already. */
  readonly mostRecords: number;
  readonly newId: () => string;
  readonly rest: () => Promise<void>;
}

/**
 * What is left of a segment that has to go before it is delivered. What may be known to the ledger already keeps its id, so that it counts once: the first batch of
 * records, which may have been sent, those that it repeats from a segment before, and those that a later one repeats, or will. All others are added up.
 */
export class SegmentRemains {
  /** Requests that were added up. */
  requests = 0;
  /** Records of their attempts, which are given up: they stand for no money, and there is no room for what they tell. */
  attempts = 0;
  /** Records that keep their ids. */
  kept = 0;
  /** Into how many sums. */
  sums = 0;
  private readonly options: SegmentRemainsOptions;
  private readonly adding: UsageSums;

  constructor(options: SegmentRemainsOptions) {
    this.options = options;
    this.adding = new UsageSums(options);
  }

  async *of(segment: number): AsyncGenerator<KeptRecord> {
    const { reader, rest } = this.options;
    const { ended, halves } = await this.repeatsOf(segment);
    await reader.begin();
    while (this.isWithin(segment)) {
      const read = await reader.read();
      if (!read) break;
      for (const facts of read) yield* this.remainOf(facts, ended);
      if (this.adding.size > MOST_SUMS) yield* this.drained();
      await rest();
    }
    for (const facts of reader.foretold(halves)) yield* this.whole(facts);
    yield* this.drained();
  }

  /** The same of a segment that is delivered: requests whose outcomes the disk lost, and which only later heads repeat, which the reader may not have met. */
  async *ofDelivered(segment: number): AsyncGenerator<KeptRecord> {
    const { files, disk, reader } = this.options;
    const kept = files.list().find((one) => one.segment.number === segment);
    if (!kept) return;
    // The reader may stand within a head.
    const { halves } = await this.repeatsOf(reader.position.segment - 1);
    const intents = await intentsIn(kept, new Set(halves.map(idOf)), disk);
    for (const outcome of halves) {
      const intent = intents.get(idOf(outcome));
      const joined = intent === undefined ? undefined : joinLines(intent, outcome);
      if (joined && 'usage' in joined) yield* this.whole(joined);
    }
  }

  /** Whether the reader has not come to the segment's end. */
  private isWithin(segment: number): boolean {
    const { files, reader } = this.options;
    const size = files.list().find((one) => one.segment.number === segment)?.size ?? 0;
    const { position } = reader;
    return position.segment < segment || (position.segment === segment && position.offset < size);
  }

  private *remainOf(facts: Facts, repeated: ReadonlySet<string>): Generator<KeptRecord> {
    if (this.kept < this.options.mostRecords || repeated.has(facts.usage.id)) {
      yield* this.whole(facts);
      return;
    }
    this.adding.add(facts.usage);
    this.requests += 1;
    this.attempts += facts.attempts.length;
  }

  private *whole({ usage, attempts }: Facts): Generator<KeptRecord> {
    this.kept += 1;
    yield { part: 'usage', record: usage };
    for (const record of attempts) yield { part: 'attempts', record };
  }

  private *drained(): Generator<KeptRecord> {
    for (const record of this.adding.drain()) {
      this.sums += 1;
      yield { part: 'sums', record };
    }
  }

  /** What stands in a segment and elsewhere. One whose last sync fails is repeated by the next that begins then, which need not be the next after it. */
  private async repeatsOf(number: number): Promise<Endings> {
    const { files, disk } = this.options;
    // Looked at first: when these lines stand in a head, they are no longer here.
    const { ended, halves } = endingsOf(files.again());
    const all = { ended: new Set(ended), halves: [...halves] };
    for (const segment of files.list()) {
      if (segment.segment.number < number) continue;
      const head = await readHead(segment, disk);
      for (const id of head.ended) all.ended.add(id);
      if (segment.segment.number > number) all.halves.push(...head.halves);
    }
    return all;
  }
}
