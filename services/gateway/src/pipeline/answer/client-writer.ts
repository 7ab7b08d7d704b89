import type { Exchange } from '../exchange.ts';
import type { AnswerOwner } from './answer-reader.ts';
import { expectNothing, expectReading } from './client-stall.ts';

/** Writes an answer to its client as it comes, no faster than the client reads. */
export class ClientWriter {
  private readonly exchange: Exchange;
  private readonly owner: Pick<AnswerOwner, 'pause' | 'resume'>;
  private isWaiting = false;

  constructor(exchange: Exchange, owner: Pick<AnswerOwner, 'pause' | 'resume'>) {
    this.exchange = exchange;
    this.owner = owner;
  }

  /** Where the client is slow, the call is paused until it has read what there is. */
  write(bytes: Buffer): void {
    const { response, gateway } = this.exchange;
    if (response.write(bytes) || this.isWaiting) return;
    this.isWaiting = true;
    this.owner.pause();
    expectReading(response, gateway.clientStallMs);
    response.once('drain', () => {
      this.isWaiting = false;
      expectNothing(response);
      this.owner.resume();
    });
  }
}
