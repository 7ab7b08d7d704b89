import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { IdNaming } from '../../held/holding.ts';
import type { GuardedAnswer, StreamAnswer } from '../../protocols/protocol.ts';
import type { SecretGuard } from '../../providers/upstream/secret-guard.ts';
import type { UpstreamError } from '../../providers/upstream/provider-client.ts';
import { noRoom, type AttemptFailure } from '../exchange/failure.ts';
import type { Delivery } from '../exchange/phases.ts';
import { answerTooLarge, guardrailStopped, type Refusal } from '../exchange/refusal.ts';
import { streamHeaders } from '../exchange/response-headers.ts';
import type { AnswerOwner, AnswerReader } from './answer-reader.ts';
import { ClientWriter } from './client-writer.ts';
import { StreamMemory } from './stream-memory.ts';
import { Turns } from './turns.ts';

/** What comes before the first content is held back up to this size. */
const MOST_HELD = 65_536;
/** Guardrails look at no event that is larger; and judges are asked about no more than this, which is held until then. */
const LARGEST_GUARDED = 8 * 1_048_576;
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
  private readonly turns: Turns;
  /** What they have not looked at yet. */
  private unseen: Buffer[] = [];
  /** Whether the client gets nothing before its end. */
  private readonly isHeld: boolean;
  /** What it let go on, and the client has not had. */
  private let: Buffer[] = [];
  private letSize = 0;
  private held: Buffer[] = [];
  private heldSize = 0;
  private begun = false;
  private progress = 0;
  private readonly memory: StreamMemory;

  constructor(options: {
    delivery: Delivery;
    guard: SecretGuard;
    owner: AnswerOwner;
    naming?: IdNaming | undefined;
  }) {
    const { delivery } = options;
    this.delivery = delivery;
    this.guard = options.guard;
    this.owner = options.owner;
    const { exchange } = delivery;
    this.writer = new ClientWriter(exchange, options.owner);
    this.turns = new Turns(options.owner);
    this.memory = new StreamMemory(delivery);
    this.output = exchange.guards?.output;
    this.guarded = this.output && exchange.protocol.guardStream(this.output, delivery.routed.input);
    this.isHeld = exchange.guards?.judgeAnswer !== undefined;
    this.stream = delivery.routed.input.openStream(options.naming);
  }

  get part(): StreamAnswer {
    return this.stream;
  }

  push(chunk: Buffer): void {
    const isPostponed = this.turns.postpones(() => {
      this.push(chunk);
    });
    if (isPostponed) return;
    const { stream } = this;
    const bytes = stream.push(chunk);
    if (stream.progress !== this.progress) {
      this.progress = stream.progress;
      this.owner.progressed();
      this.begin();
    }
    if (bytes) this.pass(this.withoutSecrets(bytes));
    this.look(() => {
      this.pushed();
    });
  }

  private pushed(): void {
    const { stream } = this;
    if (this.isWithheld()) return;
    if (stream.problem !== undefined) this.breakOff(stream.problem);
    else if (stream.done) this.conclude();
    else this.bound();
  }

  end(): void {
    const isPostponed = this.turns.postpones(() => {
      this.end();
    });
    if (isPostponed) return;
    const { stream } = this;
    const rest = stream.end();
    if (stream.progress !== this.progress) this.begin();
    if (rest) this.pass(this.withoutSecrets(rest));
    this.look(() => {
      if (!this.isWithheld()) this.conclude();
    });
  }

  broke(error: UpstreamError): void {
    const isPostponed = this.turns.postpones(() => {
      this.broke(error);
    });
    if (isPostponed) return;
    const { kind, message } = error;
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
    this.turns.stop();
    this.held = [];
    this.unseen = [];
    this.memory.giveBack();
  }

  /** The stream is over: well, where its answer is. */
  private conclude(): void {
    const { stream, guarded } = this;
    if (stream.failed || !stream.finished) {
      this.breakOff(stream.problem ?? 'the stream ended before its answer did');
      return;
    }
    this.begin();
    this.look(() => {
      if (guarded) {
        this.turns.look(guarded.end(), (bytes) => {
          this.keep(bytes);
          this.concluded();
        });
      } else this.concluded();
    });
  }

  private concluded(): void {
    const { stream, owner } = this;
    if (this.isWithheld()) return;
    if (this.isHeld) {
      this.endHeld();
      return;
    }
    if (this.guarded) this.sendLet();
    this.memory.giveBack();
    owner.ended({ kind: 'streamed', stream });
  }

  /** What is held is the client's as soon as judges have said so; its memory is given back then. */
  private endHeld(): void {
    const { stream, owner } = this;
    this.memory.giveBackWhenSent();
    owner.ended({ kind: 'streamed', stream, held: Buffer.concat(this.let) });
  }

  /** Sends what guardrails let go on, from the first text on. Answers whether they stopped the stream, and then it is over. */
  private isWithheld(): boolean {
    const { guarded, output } = this;
    if (!guarded || !output || !this.begun) return false;
    if (this.isHeld) {
      if (this.letSize > LARGEST_GUARDED) return this.withhold(answerTooLarge(LARGEST_GUARDED));
    } else if (guarded.hasText || this.letSize > MOST_HELD) this.sendLet();
    const { stoppedBy } = output;
    return stoppedBy !== undefined && this.withhold(guardrailStopped('answer', stoppedBy));
  }

  private withhold(refusal: Refusal): true {
    this.memory.giveBack();
    this.owner.ended({ kind: 'withheld', part: this.stream, refusal });
    return true;
  }

  /** Has guardrails look at what came, and goes on then. */
  private look(goOn: () => void): void {
    const { guarded, unseen } = this;
    if (!guarded || unseen.length === 0) {
      goOn();
      return;
    }
    const [first, ...more] = unseen;
    this.unseen = [];
    const events = first && more.length === 0 ? first : Buffer.concat(unseen);
    this.turns.look(guarded.push(events), (bytes) => {
      this.keep(bytes);
      goOn();
    });
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
    if (this.guarded && this.stream.heldBytes > LARGEST_GUARDED) {
      this.withhold(answerTooLarge(LARGEST_GUARDED));
      return;
    }
    const heldBytes = this.stream.heldBytes + (this.isHeld ? this.letSize : 0);
    if (heldBytes <= UNCOUNTED && !this.isHeld) {
      this.memory.giveBack();
      return;
    }
    const missing = this.memory.hold(heldBytes);
    if (missing !== undefined) this.noMemory(noRoom(missing));
  }

  private noMemory(why: AttemptFailure): void {
    if (this.begun) this.breakOff(why.detail, true);
    else this.owner.failed(why);
  }

  private breakOff(detail: string, isOurs = false): void {
    const { stream, owner } = this;
    this.memory.giveBack();
    if (this.begun && this.guarded && !this.isHeld) this.sendLet();
    if (this.begun) owner.ended({ kind: 'broken', stream, detail, isOurs });
    else owner.failed({ kind: 'unexpected', detail });
  }

  private pass(bytes: Buffer): void {
    if (this.begun) {
      if (this.guarded) this.unseen.push(bytes);
      else this.write(bytes);
      return;
    }
    this.held.push(bytes);
    this.heldSize += bytes.length;
  }

  private write(bytes: Buffer): void {
    const { streamForm, copy } = this.delivery.exchange;
    this.writer.write(streamForm?.events(bytes) ?? bytes);
    copy?.push(bytes);
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
