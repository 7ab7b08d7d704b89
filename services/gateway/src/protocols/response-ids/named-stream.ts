import type { IdNaming } from '../../held/holding.ts';
import { EventSplitter } from '../event-stream/event-splitter.ts';
import type { CountedTokens, StreamAnswer } from '../protocol.ts';
import { nameEvent } from './name-ids.ts';

const NAME = /^[\w.]+$/;

/** A stream of Responses' events with our ids in the place of the provider's. Its events are otherwise as they came. */
export class NamedStream implements StreamAnswer {
  readonly isText: boolean;
  private readonly inner: StreamAnswer;
  private readonly naming: IdNaming;
  private readonly events = new EventSplitter();

  constructor(inner: StreamAnswer, naming: IdNaming) {
    this.inner = inner;
    this.naming = naming;
    this.isText = inner.isText;
  }

  push(piece: Buffer): Buffer | undefined {
    return this.named(this.inner.push(piece));
  }

  end(): Buffer | undefined {
    return this.named(this.inner.end());
  }

  get usage(): CountedTokens | undefined {
    return this.inner.usage;
  }

  get characters(): number {
    return this.inner.characters;
  }

  get finished(): boolean {
    return this.inner.finished;
  }

  get progress(): number {
    return this.inner.progress;
  }

  get done(): boolean {
    return this.inner.done;
  }

  get problem(): string | undefined {
    return this.inner.problem;
  }

  get failed(): boolean {
    return this.inner.failed;
  }

  get errorFrame(): Buffer | undefined {
    return this.inner.errorFrame;
  }

  get heldBytes(): number {
    return this.inner.heldBytes;
  }

  get model(): string | undefined {
    return this.inner.model;
  }

  /** `piece` is whole events. */
  private named(piece: Buffer | undefined): Buffer | undefined {
    if (!piece) return undefined;
    const { events } = this;
    const out: Buffer[] = [];
    let from = 0;
    events.begin(piece);
    for (let end = events.next(); end !== -1; end = events.next()) {
      out.push(this.eventOf(events.whole ?? piece.subarray(from, end)));
      from = end;
    }
    return Buffer.concat(out);
  }

  private eventOf(event: Buffer): Buffer {
    const { data, name } = this.events;
    const named = data && nameEvent(data, this.naming);
    if (!named || named === data) return event;
    // Line ends in it stand between values, where a space means the same.
    const line = named.toString().replace(/[\r\n]/g, ' ');
    return Buffer.from(`${NAME.test(name) ? `event: ${name}\n` : ''}data: ${line}\n\n`);
  }
}
