import type { Exchange } from '../exchange/exchange.ts';
import type { AnswerOwner, AnswerReader } from './answer-reader.ts';

/** No error needs more words than fit in here; what is longer is cut, and its connection closed. */
const LARGEST_ERROR = 65_536;

/** Takes the error by which a provider refuses the request itself. Where there is no memory for more of its words, it ends there. */
export class RejectionReader implements AnswerReader {
  private readonly owner: AnswerOwner;
  private readonly status: number;
  private readonly exchange: Exchange;
  private chunks: Buffer[] = [];
  private size = 0;

  constructor(options: { owner: AnswerOwner; status: number; exchange: Exchange }) {
    this.owner = options.owner;
    this.status = options.status;
    this.exchange = options.exchange;
  }

  push(chunk: Buffer): void {
    const part = chunk.subarray(0, LARGEST_ERROR - this.size);
    if (!this.exchange.gateway.errorBytes.take(part.length)) {
      this.end();
      return;
    }
    this.size += part.length;
    this.chunks.push(part);
    if (this.size === LARGEST_ERROR) this.end();
  }

  end(): void {
    const body = Buffer.concat(this.chunks);
    const { gateway, response } = this.exchange;
    gateway.errorBytes.giveBackAfter(response, this.size);
    this.size = 0;
    this.chunks = [];
    this.owner.ended({ kind: 'rejected', status: this.status, body });
  }

  /** The status has said what matters; the words are told as far as they came. */
  broke(): void {
    this.end();
  }

  drop(): void {
    this.exchange.gateway.errorBytes.giveBack(this.size);
    this.size = 0;
    this.chunks = [];
  }
}
