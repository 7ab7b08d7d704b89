import type { ByteBudget } from '../../memory/byte-budget.ts';
import type { AnswerOwner, AnswerReader } from './answer-reader.ts';

/** No error needs more words than fit in here; what is longer is cut, and its connection closed. */
const LARGEST_ERROR = 65_536;

/** Takes the error by which a provider refuses the request itself. Where there is no memory for more of its words, it ends there. */
export class RejectionReader implements AnswerReader {
  private readonly owner: AnswerOwner;
  private readonly status: number;
  private readonly memory: ByteBudget;
  private chunks: Buffer[] = [];
  private size = 0;

  constructor(options: { owner: AnswerOwner; status: number; memory: ByteBudget }) {
    this.owner = options.owner;
    this.status = options.status;
    this.memory = options.memory;
  }

  push(chunk: Buffer): void {
    const part = chunk.subarray(0, LARGEST_ERROR - this.size);
    if (!this.memory.take(part.length)) {
      this.end();
      return;
    }
    this.size += part.length;
    this.chunks.push(part);
    if (this.size === LARGEST_ERROR) this.end();
  }

  end(): void {
    const body = Buffer.concat(this.chunks);
    this.drop();
    this.owner.ended({ kind: 'rejected', status: this.status, body });
  }

  /** The status has said what matters; the words are told as far as they came. */
  broke(): void {
    this.end();
  }

  drop(): void {
    this.memory.giveBack(this.size);
    this.size = 0;
    this.chunks = [];
  }
}
