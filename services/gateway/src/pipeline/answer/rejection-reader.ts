import type { AnswerOwner, AnswerReader } from './answer-reader.ts';

/** No error needs more words than fit in here; what is longer is cut, and its connection closed. */
const LARGEST_ERROR = 65_536;

/** Takes the error by which a provider refuses the request itself. */
export class RejectionReader implements AnswerReader {
  private readonly owner: AnswerOwner;
  private readonly status: number;
  private chunks: Buffer[] = [];
  private size = 0;

  constructor(owner: AnswerOwner, status: number) {
    this.owner = owner;
    this.status = status;
  }

  push(chunk: Buffer): void {
    const part = chunk.subarray(0, LARGEST_ERROR - this.size);
    this.size += part.length;
    this.chunks.push(part);
    if (this.size === LARGEST_ERROR) this.end();
  }

  end(): void {
    this.owner.ended({
      kind: 'rejected',
      status: this.status,
      body: Buffer.concat(this.chunks),
    });
  }

  /** The status has said what matters; the words are told as far as they came. */
  broke(): void {
    this.end();
  }

  drop(): void {
    this.chunks = [];
  }
}
