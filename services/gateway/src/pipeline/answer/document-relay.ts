import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { LONGEST_ENDS, readUsage } from '../../protocols/openai/usage-object.ts';
import type { Exchange } from '../exchange.ts';
import { addHeaders, COST_HEADER } from '../response-headers.ts';
import type { AnswerOwner } from './answer-reader.ts';
import type { AnswerPart } from './answer-part.ts';
import { ClientWriter } from './client-writer.ts';
import { TailBytes } from './tail-bytes.ts';

const TAIL_BYTES = 32_768;
/** What a relay holds beside the bytes that it begins with: twice the tail, and one read that its client has not taken yet. */
export const RELAY_BYTES = 2 * TAIL_BYTES + 65_536;

/**
 * Passes a large JSON answer on as it comes, no faster than the client reads. Of what has passed it keeps the usage that its beginning
 * spoke of, and the tail, where most providers write it.
 */
export class DocumentRelay implements AnswerPart {
  readonly isText = false;
  characters = 0;
  finished = false;
  private readonly writer: ClientWriter;
  private readonly tail = new TailBytes(TAIL_BYTES);
  private readonly usageOfBegin: TokenBuckets | undefined;

  constructor(options: {
    exchange: Exchange;
    owner: AnswerOwner;
    contentType: string;
    begin: readonly Buffer[];
  }) {
    const { exchange, owner, contentType, begin } = options;
    this.writer = new ClientWriter(exchange, owner);
    this.usageOfBegin = readUsage(Buffer.concat(begin, LONGEST_ENDS));
    writeHead(exchange, contentType);
    for (const chunk of begin) this.push(chunk);
  }

  push(chunk: Buffer): void {
    this.characters += chunk.length;
    this.tail.add(chunk);
    this.writer.write(chunk);
  }

  get usage(): TokenBuckets | undefined {
    return readUsage(this.tail.bytes) ?? this.usageOfBegin;
  }
}

/** What it costs is known at its end, and told in a trailer. */
function writeHead(exchange: Exchange, contentType: string): void {
  const headers = ['content-type', contentType];
  addHeaders(headers, exchange, exchange.gateway.clock.monotonic());
  if (exchange.runtime.settings.costTracking) headers.push('trailer', COST_HEADER);
  exchange.response.writeHead(200, headers);
}
