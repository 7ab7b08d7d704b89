import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { LONGEST_ENDS, readUsage } from '../../protocols/openai/usage-object.ts';
import type { SecretGuard } from '../../providers/secret-guard.ts';
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
  private readonly guard: SecretGuard | undefined;
  private heldBack: Buffer = Buffer.alloc(0);

  constructor(options: { exchange: Exchange; owner: AnswerOwner; begin: readonly Buffer[] }) {
    const { exchange, owner, begin } = options;
    this.writer = new ClientWriter(exchange, owner);
    this.usageOfBegin = readUsage(Buffer.concat(begin, LONGEST_ENDS));
    this.guard = exchange.served?.provider.client.guard;
    writeHead(exchange);
    for (const chunk of begin) this.push(chunk);
  }

  push(chunk: Buffer): void {
    this.characters += chunk.length;
    this.tail.add(chunk);
    const bytes = this.withoutSecrets(chunk);
    if (bytes.length > 0) this.writer.write(bytes);
  }

  /** The answer is whole. */
  finish(): void {
    this.finished = true;
    if (this.heldBack.length > 0) this.writer.write(this.heldBack);
  }

  /** What may be the beginning of the provider's credential waits for the next piece. */
  private withoutSecrets(chunk: Buffer): Buffer {
    const { guard } = this;
    if (!guard || guard.reach === 0) return chunk;
    const bytes = guard.clean(Buffer.concat([this.heldBack, chunk]));
    const end = Math.max(0, bytes.length - guard.reach);
    this.heldBack = Buffer.from(bytes.subarray(end));
    return bytes.subarray(0, end);
  }

  get usage(): TokenBuckets | undefined {
    return readUsage(this.tail.bytes) ?? this.usageOfBegin;
  }
}

/** What it costs is known at its end, and told in a trailer. */
function writeHead(exchange: Exchange): void {
  const headers = ['content-type', 'application/json'];
  addHeaders(headers, exchange, exchange.gateway.clock.monotonic());
  if (exchange.runtime.settings.costTracking) headers.push('trailer', COST_HEADER);
  exchange.response.writeHead(200, headers);
}
