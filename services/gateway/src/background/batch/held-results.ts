import { NoRoomForAnswer } from '../../providers/upstream/collect-answer.ts';
import type { AnswerRoom } from '../left/answer-room.ts';
import type { LineResult } from './line-result.ts';

/** Bytes of a result in memory, without its id, and of a character of that. */
const RESULT_BYTES = 512;
const CHARACTER_BYTES = 2;

/** The results of a batch that were read, each once, and no more than there are requests, in the room that there is for them. */
export class HeldResults {
  private readonly most: number;
  private readonly room: ReturnType<AnswerRoom['open']>;
  private readonly results = new Map<string, LineResult>();
  private bytes = 0;
  private taken = 0;

  /** `most`: requests of the batch. */
  constructor(most: number, room: ReturnType<AnswerRoom['open']>) {
    this.most = most;
    this.room = room;
  }

  get all(): readonly LineResult[] {
    return [...this.results.values()];
  }

  add(result: LineResult): void {
    const { customId } = result;
    if (this.results.size >= this.most || this.results.has(customId)) return;
    this.results.set(customId, result);
    this.bytes += RESULT_BYTES + customId.length * CHARACTER_BYTES;
  }

  /** Takes the room that they need, with so many bytes of a line that has not come whole. Throws NoRoomForAnswer. */
  hold(lineBytes: number): void {
    const more = this.bytes + lineBytes - this.taken;
    if (more <= 0) return;
    if (!this.room.take(more)) throw new NoRoomForAnswer('there is no room for its results');
    this.taken += more;
  }
}
