import type { CountedTokens } from '../../protocols/protocol.ts';
import { memberOf, numberOf, textOf, type RealtimeEvent } from '../events/event-members.ts';
import { usageIn } from '../events/realtime-usage.ts';
import type { ContextSize } from '../events/context-size.ts';
import type { ProviderTime } from './provider-time.ts';
import type { BrokenBy, Turn } from './turn.ts';

/** Responses that may be under way at a time. */
export const MOST_TURNS = 32;

/** The responses of a session that are not over: those that were asked for, in their order, and those that the provider has begun. */
export class Turns {
  private readonly context: ContextSize;
  private readonly time: ProviderTime;
  /** Asked for, and not begun. */
  private readonly asked: Turn[] = [];
  /** By their ids. */
  private readonly open = new Map<string, Turn>();

  constructor(context: ContextSize, time: ProviderTime) {
    this.context = context;
    this.time = time;
  }

  get size(): number {
    return this.asked.length + this.open.size;
  }

  /** The event that asks for it is about to be sent. */
  ask(turn: Turn): void {
    this.asked.push(turn);
    this.time.begin(turn);
  }

  /** Whether a response that begins now is one that was asked for. */
  get hasAsked(): boolean {
    return this.asked.length > 0;
  }

  /** A response began: the one that was asked for first, or else `turn`. */
  created(event: RealtimeEvent, turn = this.asked.shift()): void {
    if (!turn) return;
    const id = textOf(event['response'], 'id') ?? '';
    // A provider that uses an id twice loses sight of the first response.
    const lost = this.open.get(id);
    if (lost) this.time.over(lost);
    lost?.broken('lost');
    this.open.set(id, turn);
    this.time.over(turn);
    this.time.begin(turn);
    this.isAtWork();
  }

  /** Some of a response came. */
  heard(event: RealtimeEvent): void {
    const turn = this.open.get(textOf(event, 'response_id') ?? '');
    if (!turn) return;
    turn.heard(this.context.receivedIn(event));
    this.time.heard(turn);
    this.isAtWork();
  }

  /** A response is over. */
  done({ response }: RealtimeEvent): void {
    const id = textOf(response, 'id') ?? '';
    const turn = this.open.get(id);
    if (!turn) return;
    this.open.delete(id);
    this.time.over(turn);
    this.isAtWork();
    const usage = usageIn(memberOf(response, 'usage'));
    this.learn(usage, memberOf(response, 'usage'));
    if (memberOf(response, 'status') === 'failed') turn.failed(usage);
    else turn.done(usage);
  }

  /** The provider refuses what the client asked. Where it does not say what, it is the response that was asked for first: all else that may be refused has an id. */
  failed({ error }: RealtimeEvent): void {
    const id = textOf(error, 'event_id');
    const index = id === undefined ? 0 : this.asked.findIndex(({ eventId }) => eventId === id);
    if (index === -1) return;
    const [turn] = this.asked.splice(index, 1);
    if (!turn) return;
    this.time.over(turn);
    turn.rejected();
  }

  /** All that is open ends. `by`: what the provider did; undefined: it did nothing. */
  endAll(by?: BrokenBy): void {
    for (const turn of [...this.asked, ...this.open.values()]) {
      this.time.over(turn);
      if (by === undefined) turn.gone();
      else turn.broken(by);
    }
    this.asked.length = 0;
    this.open.clear();
  }

  /** The provider is at work on a response: those that wait for their turn may wait on. */
  private isAtWork(): void {
    for (const turn of this.asked) this.time.heard(turn);
  }

  private learn(counted: CountedTokens | undefined, usage: unknown): void {
    const total = numberOf(usage, 'total_tokens');
    if (counted && total !== undefined && Number.isSafeInteger(total) && total >= 0)
      this.context.counted(total);
  }
}
