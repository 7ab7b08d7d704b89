import type { ClientResponse } from '../../client/client.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { AnswerOwner } from './answer-reader.ts';

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

/*
 * What is written to a client that does not read stays in memory. Node's timer of a socket looks at whether the system took any of what
 * is written, so that a client that reads slowly is not cut, and one that reads nothing is: between once and twice the time after it
 * stopped. Its connection is closed then, and the request ends as for every client that leaves.
 */

/** The client has to read some of what was written, again and again within `ms`, until `expectNothing`. */
export function expectReading(response: ClientResponse, ms: number): void {
  response.socket?.setTimeout(ms);
}

/** Nothing that was written waits for the client. */
export function expectNothing(response: ClientResponse): void {
  response.socket?.setTimeout(0);
}

/** The same for what is left of an answer whose end was written. */
export function expectRest(response: ClientResponse, ms: number): void {
  if (response.writableLength === 0) return;
  expectReading(response, ms);
  // Node sets the time that the connection may idle afterwards, and has to have the last word.
  response.prependOnceListener('finish', () => {
    expectNothing(response);
  });
}
