import type { IdNaming } from '../../held/holding.ts';
import type { KeyHolder } from '../../memory/holders.ts';
import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { AnswerPart, DocumentAnswer } from '../../protocols/protocol.ts';
import type { SecretGuard } from '../../providers/upstream/secret-guard.ts';
import type { UpstreamError } from '../../providers/upstream/provider-client.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { noRoom, type AttemptFailure } from '../exchange/failure.ts';
import type { Delivery } from '../exchange/phases.ts';
import { answerTooLarge, guardrailStopped, type Refusal } from '../exchange/refusal.ts';
import type { AnswerOwner, AnswerReader } from './answer-reader.ts';
import { Turns } from './turns.ts';
import { DocumentRelay, RELAY_BYTES } from './document-relay.ts';

const LARGEST_DOCUMENT = 32 * 1_048_576;
/** What is larger is passed on as it comes, once it is known to be an answer. */
const LARGEST_HELD = 131_072;
/** Of one that breaks off before, and is held without choices, no more is looked at. */
const LARGEST_LOOKED_AT = 2 * LARGEST_HELD;
/** Guardrails look at all of an answer before any of it goes on, at no more than this. */
const LARGEST_GUARDED = 8 * 1_048_576;
const TOO_LARGE = 'the answer is too large';
const NO_JSON = 'the answer is no JSON object';

/**
 * Takes a JSON answer. It is checked as it comes, and passed on as it is: a small one whole, so that it can still be had elsewhere if it
 * breaks off, and a large one, or a sound, as it comes. Where guardrails look at it, or ids of ours are put into it, it is held whole whatever its size.
 */
export class DocumentReader implements AnswerReader {
  private readonly delivery: Delivery;
  private readonly exchange: Exchange;
  private readonly guard: SecretGuard;
  private readonly naming: IdNaming | undefined;
  private readonly owner: AnswerOwner;
  private readonly document: DocumentAnswer;
  private readonly holder: KeyHolder;
  private readonly output: OutputGuard | undefined;
  private readonly turns: Turns;
  private chunks: Buffer[] = [];
  private size = 0;
  private taken = 0;
  private relay: DocumentRelay | undefined;

  constructor(options: {
    delivery: Delivery;
    guard: SecretGuard;
    owner: AnswerOwner;
    contentType: string;
    naming?: IdNaming | undefined;
  }) {
    const { delivery } = options;
    this.delivery = delivery;
    this.exchange = delivery.exchange;
    this.guard = options.guard;
    this.naming = options.naming;
    this.document = delivery.routed.input.openDocument(options.contentType);
    this.owner = options.owner;
    this.turns = new Turns(options.owner);
    this.output = this.exchange.guards?.output;
    this.holder = this.exchange.gateway.holders.of(delivery.routed.principal);
  }

  get part(): AnswerPart | undefined {
    return this.relay;
  }

  push(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.isUnseen && !this.mayPass()) return;
    if (!this.document.push(chunk)) this.fail(NO_JSON, chunk);
    else if (this.size > LARGEST_DOCUMENT) this.fail(TOO_LARGE);
    else if (this.isLookedAt && this.size > LARGEST_GUARDED)
      this.withhold(answerTooLarge(LARGEST_GUARDED));
    else if (this.relay) this.relay.push(chunk);
    else this.hold(chunk);
  }

  end(): void {
    const { relay, document, size } = this;
    document.end?.();
    if (!document.isWhole) {
      this.fail(size === 0 ? 'the answer is empty' : 'the answer is cut short');
    } else if (document.problem !== undefined) {
      this.fail(document.problem);
    } else if (relay) {
      relay.finish();
      this.owner.ended({ kind: 'relayed', part: relay });
    } else {
      this.sendWhole(this.named(this.withoutSecrets(joined(this.chunks))));
    }
  }

  broke({ kind, message }: UpstreamError): void {
    if (this.relay && this.document.isWhole) {
      this.end();
    } else if (this.relay) {
      this.fail(message);
    } else {
      this.failWhole({ kind, detail: message });
    }
  }

  /** What a relay holds, it holds until its client has it. */
  drop(): void {
    this.turns.stop();
    if (this.relay) return;
    this.exchange.gateway.answerBytes.giveBackFor(this.holder, this.taken);
    this.taken = 0;
    this.chunks = [];
  }

  /** Whether nobody can look at it. It goes on as it comes then, or not at all. */
  private get isUnseen(): boolean {
    return this.document.unseen !== undefined;
  }

  private get isLookedAt(): boolean {
    return this.output !== undefined && !this.isUnseen;
  }

  /** Whether guardrails let pass what they cannot look at. */
  private mayPass(): boolean {
    const { output, document, relay } = this;
    if (relay || !output || output.passUnseen(document.unseen ?? '')) return true;
    if (output.stoppedBy) this.withhold(guardrailStopped('answer', output.stoppedBy));
    return false;
  }

  private hold(chunk: Buffer): void {
    if (!this.take(chunk.length)) return;
    this.chunks.push(chunk);
    const isHeld = this.output !== undefined || this.naming !== undefined;
    const goesOn = this.isUnseen || (this.size > LARGEST_HELD && !isHeld);
    if (goesOn && this.document.isAnswer) this.beginRelay();
  }

  private sendWhole(original: Buffer): void {
    const { output, exchange, turns } = this;
    if (!output) {
      this.sendBody(original, original);
      return;
    }
    const { input } = this.delivery.routed;
    turns.look(exchange.protocol.guardDocument(original, output, input), (body) => {
      if (output.stoppedBy) this.withhold(guardrailStopped('answer', output.stoppedBy));
      else if (body) this.sendBody(body, original);
    });
  }

  private sendBody(body: Buffer, original: Buffer): void {
    const { owner } = this;
    if (body === original || this.take(body.length)) {
      this.keepUntilSent();
      const { images, contentType } = this.document;
      const changed = body === original ? undefined : original;
      owner.ended({ kind: 'document', body, original: changed, images, contentType });
    }
  }

  /** The client gets nothing of it; what it used is known as far as it came. */
  private withhold(refusal: Refusal): void {
    const part = this.partOf(this.chunks);
    this.drop();
    this.owner.ended({ kind: 'withheld', part, refusal });
  }

  /** With our ids of what its provider keeps. */
  private named(body: Buffer): Buffer {
    const { input } = this.delivery.routed;
    return (this.naming && input.withIds?.(body, this.naming)) ?? body;
  }

  private withoutSecrets(body: Buffer): Buffer {
    return this.guard.clean(body);
  }

  /** From here on the answer is the client's. */
  private beginRelay(): void {
    const begin = this.chunks;
    if (!this.take(RELAY_BYTES)) return;
    this.keepUntilSent();
    const { delivery, guard, owner } = this;
    owner.begins();
    this.relay = new DocumentRelay({ delivery, guard, owner, begin, document: this.document });
  }

  /** Takes memory for bytes; where there is none, the answer has failed. */
  private take(bytes: number): boolean {
    const { answerBytes } = this.exchange.gateway;
    const missing = answerBytes.takeFor(this.holder, bytes, this.taken);
    if (missing === undefined) {
      this.taken += bytes;
      return true;
    }
    this.failWhole(noRoom(missing));
    return false;
  }

  private keepUntilSent(): void {
    const { gateway, response } = this.exchange;
    gateway.answerBytes.giveBackForAfter(response, this.holder, this.taken);
    this.taken = 0;
    this.chunks = [];
  }

  /** `last`: what came and is not held. */
  private fail(detail: string, last?: Buffer): void {
    const { relay, owner } = this;
    if (relay) owner.ended({ kind: 'cut', part: relay, detail });
    else this.failWhole({ kind: 'unexpected', detail }, last);
  }

  /** The client has had nothing of it. */
  private failWhole(failure: AttemptFailure, last?: Buffer): void {
    const part = this.begunPart(last);
    this.drop();
    this.owner.failed(part ? { ...failure, part } : failure);
  }

  /** What came of an answer that is not whole; undefined where none began. A whole one that is none was not answered. */
  private begunPart(last: Buffer | undefined): AnswerPart | undefined {
    const { document, chunks } = this;
    if (document.isWhole || !document.isBegun) return undefined;
    const begun = last ? [...chunks, last] : chunks;
    return this.partOf([Buffer.concat(begun, Math.min(LARGEST_LOOKED_AT, lengthOf(begun)))]);
  }

  private partOf(chunks: readonly Buffer[]): AnswerPart {
    const { document, exchange } = this;
    const { protocol } = exchange;
    const bytes = joined(chunks);
    const usage = protocol.usageOf(bytes);
    const characters = protocol.charactersOf(bytes);
    const { isWhole: finished, images } = document;
    return { usage, characters, isText: true, finished, images };
  }
}

const lengthOf = (chunks: readonly Buffer[]): number =>
  chunks.reduce((sum, { length }) => sum + length, 0);

function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return first && chunks.length === 1 ? first : Buffer.concat(chunks);
}
