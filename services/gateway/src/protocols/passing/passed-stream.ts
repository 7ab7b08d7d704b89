import { EventSplitter } from '../event-stream/event-splitter.ts';
import { KeptBytes, without, type Hole } from './kept-bytes.ts';

/** No error needs more words. */
const LARGEST_ERROR = 65_536;
const END = Buffer.from('\n\n');

/**
 * A stream that is read as it passes. Its bytes pass unchanged, an event at a time: nobody can do anything with half of one. It ends with the event that says so, which is
 * passed on, and at the first one that is an error or cannot be read: neither that nor what follows is passed on.
 */
export abstract class PassedStream {
  /** The data of the error that the provider put into the stream. */
  errorFrame: Buffer | undefined;
  /** Why it failed; undefined while it has not. */
  problem: string | undefined;
  /** Whether it said that it is over. */
  done = false;
  protected readonly events = new EventSplitter();
  /** Whether the last event was passed on. */
  private isKept = true;

  /** Takes what came and answers what goes on to the client: nothing, where it has to wait for the end of an event. */
  push(piece: Buffer): Buffer | undefined {
    if (!this.goesOn()) return undefined;
    const { events } = this;
    const begin = events.begin(piece);
    const kept = new KeptBytes(piece, this.isKept ? 0 : begin, begin);
    let end = events.next();
    while (end !== -1) {
      this.isKept = this.reads();
      if (this.isKept) kept.keep(end, events.whole, this.holeInEvent());
      else kept.leaveOut(end);
      end = this.goesOn() ? events.next() : -1;
    }
    this.problem ??= events.problem;
    return kept.join();
  }

  /** The stream is over: an event that lacks nothing but its line ends is given them. */
  end(): Buffer | undefined {
    const { events } = this;
    if (!this.goesOn() || !events.finish() || !this.reads()) return undefined;
    return events.whole && this.closed(without(events.whole, this.holeInEvent()));
  }

  get failed(): boolean {
    return this.problem !== undefined;
  }

  /** Bytes of an event that is not whole yet. */
  get heldBytes(): number {
    return this.events.heldBytes;
  }

  /** Reads the event that is whole; answers whether it is passed on. */
  protected abstract reads(): boolean;

  /** What is taken out of the event that was read last; undefined: nothing. */
  protected holeInEvent(): Hole | undefined {
    return undefined;
  }

  /** An event with the blank line behind it. */
  protected closed(event: Buffer): Buffer {
    return Buffer.concat([event, END]);
  }

  /** The event that was read is an error. */
  protected failsBy(error: Buffer | undefined): false {
    this.problem = 'the stream holds an error';
    if (error && error.length <= LARGEST_ERROR) this.errorFrame = Buffer.from(error);
    return false;
  }

  /** The event that was read is none of the API. */
  protected failsUnread(): false {
    this.problem = 'the stream holds what is no JSON object';
    return false;
  }

  private goesOn(): boolean {
    return !this.failed && !this.done;
  }
}
