import type {
  AnswerPart,
  CountedTokens,
  DocumentAnswer,
  Protocol,
} from '../../protocols/protocol.ts';
import type { SecretGuard } from '../../providers/upstream/secret-guard.ts';
import type { Delivery } from '../exchange/phases.ts';
import { addAnswerHeaders, COST_HEADER, typeHeaders } from '../exchange/response-headers.ts';
import type { AnswerOwner } from './answer-reader.ts';
import { ClientWriter } from './client-writer.ts';

/** So much of its beginning is searched for the usage. */
const BEGIN_BYTES = 131_072;
const TAIL_BYTES = 32_768;
/** What a relay holds beside the bytes that it begins with: twice the tail, and one read that its client has not taken yet. */
export const RELAY_BYTES = 2 * TAIL_BYTES + 65_536;

/**
 * Passes a large JSON answer, or a sound, on as it comes, no faster than the client reads. Of what has passed it keeps the usage that its beginning
 * spoke of, and the tail, where most providers write it.
 */
export class DocumentRelay implements AnswerPart {
  readonly isText = false;
  characters = 0;
  finished = false;
  private readonly writer: ClientWriter;
  private readonly tail = new TailBytes(TAIL_BYTES);
  private readonly usageOfBegin: CountedTokens | undefined;
  private readonly protocol: Protocol;
  private readonly document: DocumentAnswer;
  private readonly guard: SecretGuard;
  private heldBack: Buffer = Buffer.alloc(0);

  constructor(options: {
    delivery: Delivery;
    guard: SecretGuard;
    owner: AnswerOwner;
    begin: readonly Buffer[];
    document: DocumentAnswer;
  }) {
    const { delivery, guard, owner, begin, document } = options;
    const { exchange } = delivery;
    this.writer = new ClientWriter(exchange, owner);
    this.protocol = exchange.protocol;
    this.document = document;
    this.usageOfBegin = this.protocol.usageOf(Buffer.concat(begin, BEGIN_BYTES));
    this.guard = guard;
    writeHead(delivery, document.contentType);
    for (const chunk of begin) this.push(chunk);
  }

  push(chunk: Buffer): void {
    if (this.protocol.isMedia !== true) this.characters += chunk.length;
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
    if (guard.reach === 0) return chunk;
    const bytes = guard.clean(Buffer.concat([this.heldBack, chunk]));
    const end = Math.max(0, bytes.length - guard.reach);
    this.heldBack = Buffer.from(bytes.subarray(end));
    return bytes.subarray(0, end);
  }

  get images(): number | undefined {
    return this.document.images;
  }

  get usage(): CountedTokens | undefined {
    return this.protocol.usageOf(this.tail.bytes) ?? this.usageOfBegin;
  }
}

/** What it costs is known at its end, and told in a trailer. */
function writeHead(delivery: Delivery, contentType: string | undefined): void {
  const { gateway, runtime, response } = delivery.exchange;
  const headers = typeHeaders(contentType);
  addAnswerHeaders(headers, delivery, gateway.clock.monotonic());
  if (runtime.settings.costTracking) headers.push('trailer', COST_HEADER);
  response.writeHead(200, headers);
}

/** Keeps the last bytes of what passes, in memory that does not grow. */
export class TailBytes {
  private readonly size: number;
  private readonly block: Buffer;
  private end = 0;

  /** Keeps `size` bytes, and takes twice as many. */
  constructor(size: number) {
    this.size = size;
    this.block = Buffer.allocUnsafeSlow(2 * size);
  }

  add(chunk: Buffer): void {
    const bytes = chunk.subarray(-this.size);
    if (this.end + bytes.length > this.block.length) {
      this.block.copyWithin(0, this.end - this.size, this.end);
      this.end = this.size;
    }
    this.end += bytes.copy(this.block, this.end);
  }

  /** The last bytes; they change with the next that come. */
  get bytes(): Buffer {
    return this.block.subarray(Math.max(0, this.end - this.size), this.end);
  }
}
