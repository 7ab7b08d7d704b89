import { NoRoomForAnswer } from '../../providers/upstream/collect-answer.ts';
import type { AnswerRoom } from '../left/answer-room.ts';
import type { LineResult } from './line-result.ts';

/** Bytes of a result in memory, without its id, and of a character of that. */
const RESULT_BYTES = 512;
const CHARACTER_BYTES = 2;
/** So many more results than there are requests are held before those that used least are let go. */
const SPARE = 1_000;

/** Nano-USD, and tokens. */
export type Use = readonly [cost: number, tokens: number];

/** The results of a batch that were read, each once, and no more than there are requests, in the room that there is for them. Where there are more, those that used most. */
export class HeldResults {
  private readonly most: number;
  private readonly room: ReturnType<AnswerRoom['open']>;
  private readonly useOf: (result: LineResult) => Use;
  private results = new Map<string, LineResult>();
  /** What the one has used that has used least, once some were let go. */
  private least: Use | undefined;
  private bytes = 0;
  private taken = 0;

  /** `most`: requests of the batch. */
  constructor(
    most: number,
    room: ReturnType<AnswerRoom['open']>,
    useOf: (result: LineResult) => Use,
  ) {
    this.most = most;
    this.room = room;
    this.useOf = useOf;
  }

  get all(): readonly LineResult[] {
    return this.best();
  }

  add(result: LineResult): void {
    const { customId } = result;
    const known = this.results.get(customId);
    if (known) {
      if (compare(this.useOf(result), this.useOf(known)) > 0) this.results.set(customId, result);
      return;
    }
    if (this.least && compare(this.useOf(result), this.least) <= 0) return;
    this.results.set(customId, result);
    this.bytes += bytesOf(result);
    if (this.results.size >= this.most + SPARE) this.letGo();
  }

  /** Takes the room that they need, with so many bytes of a line that has not come whole. Throws NoRoomForAnswer. */
  hold(lineBytes: number): void {
    const more = this.bytes + lineBytes - this.taken;
    if (more <= 0) return;
    if (!this.room.take(more)) throw new NoRoomForAnswer('there is no room for its results');
    this.taken += more;
  }

  private letGo(): void {
    const best = this.best();
    const last = best.at(-1);
    this.least = last && this.useOf(last);
    this.results = new Map(best.map((one) => [one.customId, one]));
    this.bytes = best.reduce((sum, one) => sum + bytesOf(one), 0);
  }

  /** Of those that used the same, those that came first. */
  private best(): readonly LineResult[] {
    const all = [...this.results.values()];
    if (all.length <= this.most) return all;
    return all
      .map((result) => ({ result, use: this.useOf(result) }))
      .sort((one, other) => compare(other.use, one.use))
      .slice(0, this.most)
      .map(({ result }) => result);
  }
}

const bytesOf = ({ customId }: LineResult): number =>
  RESULT_BYTES + customId.length * CHARACTER_BYTES;

const compare = ([cost, tokens]: Use, [otherCost, otherTokens]: Use): number =>
  cost - otherCost || tokens - otherTokens;
