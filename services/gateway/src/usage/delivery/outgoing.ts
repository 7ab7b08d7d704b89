import { MOST_BATCH_BYTES, MOST_RECORDS, type UsageBatch } from '@aicp/contracts/usage/usage-batch';
import type { Facts } from '../journal/facts.ts';
import type { Position } from './position.ts';

/** The parts of a batch that hold records. */
export const PARTS = ['usage', 'attempts', 'sums', 'decisions', 'feedback'] as const;
export type Part = (typeof PARTS)[number];

/** Room for what is no record, and for commas. */
const FRAME_BYTES = 4096;

/** Records that are to be delivered together, each as its JSON. */
export class Outgoing {
  readonly texts: Readonly<Record<Part, string[]>> = {
    usage: [],
    attempts: [],
    sums: [],
    decisions: [],
    feedback: [],
  };
  /** Up to where the journal is delivered with it; undefined where nothing is from there. */
  upTo: Position | undefined;
  /** Up to where the oldest file of remains is. */
  remains: number | undefined;
  /** Whether its requests came to processes before this one; undefined where it has none. */
  isOlder: boolean | undefined;
  /** When the oldest request of it came, and when it ended (milliseconds since 1970). */
  oldest: { readonly at: number; readonly ended: number } | undefined;
  /** When the oldest request came that is left behind it. */
  leftSince: number | undefined;

  private readonly most: number;
  private bytes = FRAME_BYTES;

  /** Of so many records of each sort at most. */
  constructor(most: number) {
    this.most = most;
  }

  get isEmpty(): boolean {
    return PARTS.every((part) => this.texts[part].length === 0);
  }

  get requests(): number {
    return this.texts.usage.length + this.texts.sums.length;
  }

  /** So many records fewer of which would be a smaller batch. */
  get size(): number {
    return Math.max(this.requests, this.texts.decisions.length);
  }

  /** Takes the facts of a request, if there is room. Those of processes before this one go in batches of their own. */
  takeFacts({ usage, attempts }: Facts, isOlder: boolean): boolean {
    if (this.isOlder !== undefined && this.isOlder !== isOlder) return false;
    const texts = attempts.map((attempt) => JSON.stringify(attempt));
    const hasRoom =
      this.hasRoomFor('attempts', texts.length) && this.take('usage', JSON.stringify(usage));
    if (!hasRoom) return false;
    this.isOlder = isOlder;
    for (const text of texts) this.put('attempts', text);
    this.note(Date.parse(usage.at), usage.latency_ms ?? 0);
    return true;
  }

  /** Takes a record, if there is room. The first always has some. */
  take(part: Part, text: string): boolean {
    const fits = this.bytes + text.length <= MOST_BATCH_BYTES || this.isEmpty;
    if (!fits || !this.hasRoomFor(part, 1)) return false;
    this.put(part, text);
    return true;
  }

  /** A request came then, and took so long. */
  note(at: number, tookMs: number): void {
    this.oldest ??= { at, ended: at + tookMs };
  }

  /** The body of the request that delivers it. */
  body(about: Omit<UsageBatch, Part>): string {
    const parts = PARTS.map((part) => `"${part}":[${this.texts[part].join(',')}]`);
    return `${JSON.stringify(about).slice(0, -1)},${parts.join(',')}}`;
  }

  private hasRoomFor(part: Part, records: number): boolean {
    const most = part === 'attempts' ? 2 * MOST_RECORDS : this.most;
    return this.texts[part].length + records <= most || this.texts[part].length === 0;
  }

  private put(part: Part, text: string): void {
    this.texts[part].push(text);
    this.bytes += Buffer.byteLength(text) + 1;
  }
}
