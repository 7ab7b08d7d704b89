import type { ShareReason } from '../../memory/fair-shares.ts';
import type { KeyHolder } from '../../memory/holders.ts';
import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { GuardedAnswer, StreamAnswer } from '../../protocols/protocol.ts';
import type { SecretGuard } from '../../providers/upstream/secret-guard.ts';
import type { UpstreamError } from '../../providers/upstream/provider-client.ts';
import { noRoom, type AttemptFailure } from '../exchange/failure.ts';
import type { Delivery } from '../exchange/phases.ts';
import { answerTooLarge, guardrailBlocked, type Refusal } from '../exchange/refusal.ts';
import { streamHeaders } from '../exchange/response-headers.ts';
import type { AnswerOwner, AnswerReader } from './answer-reader.ts';
import { ClientWriter } from './client-writer.ts';

/** What comes before the first content is held back up to this size. */
const MOST_HELD = 65_536;
/** Judges are asked about no more than this, which is held until then. */
const LARGEST_JUDGED = 8 * 1_048_576;
/** What is held of an event up to this size is not worth counting. */
const UNCOUNTED = 262_144;

/**
 * Passes a stream on to the client as it comes, no faster than the client reads. What comes before its first content (roles, comments)
 * is held back until then, so that a stream which brings nothing can still be had elsewhere. Guardrails look at it from there on, when it is
 * known that its answer is the request's; where they stop it before the client had a byte, the client is told by the status. Where judges are
 * asked about it, all of it is held to its end.
 */
export class StreamReader implements AnswerReader {
  private readonly stream: StreamAnswer;
  private readonly writer: ClientWriter;
  private readonly delivery: Delivery;
  private readonly guard: SecretGuard;
  private readonly owner: AnswerOwner;
  private readonly output: OutputGuard | undefined;
  /** The stream as `output` lets it go on. */
  private readonly guarded: GuardedAnswer | undefined;
  /** Whether the client gets nothing before its end. */
  private readonly isHeld: boolean;
  /** What it let go on, and the client has not had. */
  private let: Buffer[] = [];
  private letSize = 0;
  private held: Buffer[] = [];
  private heldSize = 0;
  private begun = false;
  private progress = 0;
  /** Bytes that were taken of what answers may fill. */
  private taken = 0;
  /** For whom; undefined until any were. */
  private holder: KeyHolder | undefined;

  constructor(options: { delivery: Delivery; guard: SecretGuard; owner: AnswerOwner }) {
    const { delivery } = options;
    this.delivery = delivery;
    this.guard = options.guard;
    this.owner = options.owner;
    const { exchange } = delivery;
    this.writer = new ClientWriter(exchange, options.owner);
    this.output = exchange.guards?.output;
    this.guarded = this.output && exchange.protocol.guardStream(this.output);
    this.isHeld = exchange.guards?.judgeAnswer !== undefined;
    this.stream = delivery.routed.input.openStream();
  }

  get part(): StreamAnswer {
    return this.stream;
  }

  push(chunk: Buffer): void {
    const { stream } = this;
    const bytes = stream.push(chunk);
    if (stream.progress !== this.progress) {
      this.progress = stream.progress;
      this.owner.progressed();
      this.begin();
    }
    if (bytes) this.pass(this.withoutSecrets(bytes));
    if (this.isWithheld()) return;
    if (stream.problem !== undefined) this.breakOff(stream.problem);
    else if (stream.done) this.conclude();
    else this.bound();
  }

  end(): void {
    const { stream } = this;
    const rest = stream.end();
    if (stream.progress !== this.progress) this.begin();
    if (rest) this.pass(this.withoutSecrets(rest));
    if (!this.isWithheld()) this.conclude();
  }

  broke({ kind, message }: UpstreamError): void {
    const { stream, owner } = this;
    if (stream.finished && !stream.failed) {
      this.conclude();
    } else if (this.begun) {
      this.breakOff(message, kind === 'fault');
    } else {
      owner.failed({ kind, detail: message });
    }
  }

  drop(): void {
    this.held = [];
    this.giveBack();
  }

  /** The stream is over: well, where its answer is. */
  private conclude(): void {
    const { stream, owner } = this;
    if (stream.failed || !stream.finished) {
      this.breakOff(stream.problem ?? 'the stream ended before its answer did');
      return;
    }
    this.begin();
    if (this.guarded) this.keep(this.guarded.end());
    if (this.isWithheld()) return;
    if (this.isHeld) {
      this.endHeld();
      return;
    }
    if (this.guarded) this.sendLet();
    this.giveBack();
    owner.ended({ kind: 'streamed', stream });
  }

  /** What is held is the client's as soon as judges have said so; its memory is given back then. */
  private endHeld(): void {
    const { gateway, response } = this.delivery.exchange;
    const { stream, owner, holder, taken } = this;
    if (holder) gateway.answerBytes.giveBackForAfter(response, holder, taken);
    this.taken = 0;
    owner.ended({ kind: 'streamed', stream, held: Buffer.concat(this.let) });
  }

  /** Sends what guardrails let go on, from the first text on. Answers whether they stopped the stream, and then it is over. */
  private isWithheld(): boolean {
    const { guarded, output } = this;
    if (!guarded || !output || !this.begun) return false;
    if (this.isHeld) {
      if (this.letSize > LARGEST_JUDGED) return this.withhold(answerTooLarge(LARGEST_JUDGED));
    } else if (guarded.hasText || this.letSize > MOST_HELD) this.sendLet();
    const { stoppedBy } = output;
    return stoppedBy !== undefined && this.withhold(guardrailBlocked('answer', stoppedBy));
  }

  private withhold(refusal: Refusal): true {
    this.giveBack();
    this.owner.ended({ kind: 'withheld', part: this.stream, refusal });
    return true;
  }

  private keep(bytes: Buffer): void {
    this.let.push(bytes);
    this.letSize += bytes.length;
  }

  private sendLet(): void {
    if (!this.delivery.exchange.response.headersSent) this.writeHead();
    for (const bytes of this.let) if (bytes.length > 0) this.write(bytes);
    this.let = [];
    this.letSize = 0;
  }

  private withoutSecrets(bytes: Buffer): Buffer {
    return this.guard.clean(bytes);
  }

  /** Bounds what is held: what comes before the first content, and of all streams together, events that are large. */
  private bound(): void {
    if (!this.begun && this.heldSize > MOST_HELD) {
      this.breakOff('more than 64 KiB came before the first content');
      return;
    }
    const heldBytes = this.stream.heldBytes + (this.isHeld ? this.letSize : 0);
    if (heldBytes <= UNCOUNTED && !this.isHeld) {
      this.giveBack();
      return;
    }
    const missing = this.take(heldBytes - this.taken);
    if (missing === undefined) this.taken = heldBytes;
    else this.noMemory(noRoom(missing));
  }

  private take(bytes: number): ShareReason | 'full' | undefined {
    const { exchange, routed } = this.delivery;
    const { answerBytes, holders } = exchange.gateway;
    this.holder ??= holders.of(routed.principal);
    return answerBytes.takeFor(this.holder, bytes, this.taken);
  }

  private noMemory(why: AttemptFailure): void {
    if (this.begun) this.breakOff(why.detail, true);
    else this.owner.failed(why);
  }

  private giveBack(): void {
    if (!this.holder) return;
    this.delivery.exchange.gateway.answerBytes.giveBackFor(this.holder, this.taken);
    this.taken = 0;
  }

  private breakOff(detail: string, isOurs = false): void {
    const { stream, owner } = this;
    this.giveBack();
    if (this.begun && this.guarded && !this.isHeld) this.sendLet();
    if (this.begun) owner.ended({ kind: 'broken', stream, detail, isOurs });
    else owner.failed({ kind: 'unexpected', detail });
  }

  private pass(bytes: Buffer): void {
    if (this.begun) {
      if (this.guarded) this.keep(this.guarded.push(bytes));
      else this.write(bytes);
      return;
    }
    this.held.push(bytes);
    this.heldSize += bytes.length;
  }

  private write(bytes: Buffer): void {
    this.writer.write(bytes);
    this.delivery.exchange.copy?.push(bytes);
  }

  /** From here on the answer is the client's. */
  private begin(): void {
    if (this.begun) return;
    this.begun = true;
    this.owner.begins();
    const { held } = this;
    this.held = [];
    if (!this.guarded) this.writeHead();
    for (const bytes of held) this.pass(bytes);
  }

  private writeHead(): void {
    const { delivery } = this;
    const { gateway, response } = delivery.exchange;
    const now = gateway.clock.monotonic();
    delivery.firstByteAt = now;
    response.writeHead(200, streamHeaders(delivery, now));
  }
}
