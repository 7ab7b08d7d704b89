import type { KeyHolder } from '../../memory/holders.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Delivery } from '../exchange/phases.ts';
import type { AnswerOwner, AnswerReader } from './answer-reader.ts';

/** No error needs more words than fit in here; what is longer is cut, and its connection closed. */
const LARGEST_ERROR = 65_536;

/**
 * Takes the error by which a provider refuses the request itself. Where there is no memory for more of its words, or its
 * key or organization has its share of that, it ends there.
 */
export class RejectionReader implements AnswerReader {
  private readonly owner: AnswerOwner;
  private readonly status: number;
  private readonly exchange: Exchange;
  private readonly holder: KeyHolder;
  private chunks: Buffer[] = [];
  private size = 0;

  constructor(options: { owner: AnswerOwner; status: number; delivery: Delivery }) {
    const { exchange, routed } = options.delivery;
    this.owner = options.owner;
    this.status = options.status;
    this.exchange = exchange;
    this.holder = exchange.gateway.holders.of(routed.principal);
  }

  push(chunk: Buffer): void {
    const part = chunk.subarray(0, LARGEST_ERROR - this.size);
    const { errorBytes } = this.exchange.gateway;
    if (errorBytes.takeFor(this.holder, part.length, this.size) !== undefined) {
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
    gateway.errorBytes.giveBackForAfter(response, this.holder, this.size);
    this.size = 0;
    this.chunks = [];
    this.owner.ended({ kind: 'rejected', status: this.status, body });
  }

  /** The status has said what matters; the words are told as far as they came. */
  broke(): void {
    this.end();
  }

  drop(): void {
    this.exchange.gateway.errorBytes.giveBackFor(this.holder, this.size);
    this.size = 0;
    this.chunks = [];
  }
}
