import { hash } from 'node:crypto';
import type { TokenBucket } from '@aicp/common/time/token-bucket';
import type { Routed } from '../../pipeline/exchange/phases.ts';
import type { Choice } from '../../pipeline/dispatch/candidate-order.ts';
import type { ContextSize, HeardSound } from '../events/context-size.ts';
import { VENDOR_LIMITS } from '../events/event-limits.ts';
import { memberOf, readEvent, textOf, type RealtimeEvent } from '../events/event-members.ts';
import { isByLength, transcriptionUsageIn, usageIn } from '../events/realtime-usage.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import type { Turn } from '../turns/turn.ts';
import { MOST_TURNS, type Turns } from '../turns/turns.ts';
import { readRefusal, type ResponseWishes } from './client-side.ts';
import type { Writers } from './transcription-model.ts';
import { BEGAN_TOO_MUCH, refusedFor, type SessionEnding } from './session-ending.ts';

/** What a session has that the events of its provider change. */
export interface ProviderSideParts {
  readonly phase: Routed;
  readonly choice: Choice;
  readonly turns: Turns;
  readonly context: ContextSize;
  readonly wishes: ResponseWishes;
  readonly writers: Writers;
  /** What the provider may begin by itself. */
  readonly unasked: TokenBucket;
  readonly session: {
    readonly isOver: () => boolean;
    /** Undefined: the session is over. */
    readonly newTurn: () => Turn | undefined;
    /** The same, for what a model of its own wrote down. */
    readonly newWriting: (writer: RuntimeModel) => Turn | undefined;
    readonly toClient: (message: Buffer) => Promise<void> | undefined;
    readonly end: (ending: SessionEnding) => void;
  };
}

/** Takes the events of a provider: what they say of responses is counted, and what it begins by itself goes through the stages before its client hears of it. */
export class ProviderSide {
  private readonly parts: ProviderSideParts;
  /** What was written down and counted, the oldest first: nothing is counted twice because it is told again. */
  private readonly written = new Set<string>();

  constructor(parts: ProviderSideParts) {
    this.parts = parts;
  }

  /** Takes a message. The promise is settled once another may be taken; undefined: at once. */
  take(message: Buffer): Promise<void> | undefined {
    const { turns, session } = this.parts;
    const event = readEvent(message, VENDOR_LIMITS);
    if (typeof event === 'string') {
      this.tellUnreadable();
      return undefined;
    }
    turns.heard(event);
    if (event.type === 'response.created' && !turns.hasAsked)
      return this.begunThere(event, message);
    if (event.type === TRANSCRIBED) return this.transcribed(event, message);
    if (event.type === 'response.created') turns.created(event);
    else if (event.type === 'response.done') turns.done(event);
    else if (event.type === 'error') turns.failed(event);
    else if (SESSION_TOLD.has(event.type)) this.sessionTold(event);
    return session.toClient(message);
  }

  private tellUnreadable(): void {
    const { gateway } = this.parts.phase.exchange;
    const provider = this.parts.choice.model.provider.id;
    gateway.alarms.warn('realtime_message_unreadable', provider, { provider });
  }

  /** The provider says what the session is like, whatever it was asked for. */
  private sessionTold(event: RealtimeEvent): void {
    this.parts.context.changed(event);
    this.parts.wishes.changed(event);
    this.parts.writers.told(event);
  }

  /** The provider began a response by itself, since somebody stopped speaking. What limits and budgets have no room for ends the session. */
  private async begunThere(event: RealtimeEvent, message: Buffer): Promise<void> {
    const turn = await this.passed();
    if (!turn) return;
    this.parts.turns.created(event, turn);
    await this.parts.session.toClient(message);
  }

  /** What was said was written down, which is charged for as well. */
  private async transcribed(event: RealtimeEvent, message: Buffer): Promise<void> {
    const { session } = this.parts;
    const usage = this.usageOfNew(event);
    if (usage !== undefined) {
      const { writers, context } = this.parts;
      const writer = writers.current;
      const heard = context.takeSound();
      const turn = await this.passed(writer ? { writer, heard } : 'written');
      if (!turn) return;
      // What is counted by its length has no tokens of text to be compared with.
      turn.heard(isByLength(usage) ? 0 : (textOf(event, 'transcript')?.length ?? 0));
      turn.done(writer ? transcriptionUsageIn(usage) : usageIn(usage));
      if (turn.refusedLate) {
        session.end(refusedFor(turn.refusedLate));
        return;
      }
    }
    await session.toClient(message);
  }

  /** What was used for what was written down; undefined where it says nothing of use, or was counted before. What names no item is taken for new. */
  private usageOfNew(event: RealtimeEvent): unknown {
    const usage = memberOf(event, 'usage') ?? undefined;
    return usage === undefined || this.isToldAgain(event) ? undefined : usage;
  }

  private isToldAgain(event: RealtimeEvent): boolean {
    const { written } = this;
    const item = textOf(event, 'item_id');
    if (item === undefined) return false;
    const part = hash('sha256', `${item} ${String(memberOf(event, 'content_index'))}`);
    if (written.has(part)) return true;
    written.add(part);
    const [oldest = ''] = written;
    if (written.size > MOST_REMEMBERED) written.delete(oldest);
    return false;
  }

  /** Something that the provider has begun, once limits and budgets had room for it; undefined: the session is over. */
  private async passed(over?: 'written' | Writing): Promise<Turn | undefined> {
    const { turns, unasked, wishes, context, session } = this.parts;
    if (turns.size >= MOST_TURNS || unasked.spend(1) > 0) {
      session.end(BEGAN_TOO_MUCH);
      return undefined;
    }
    const writing = typeof over === 'object' ? over : undefined;
    const turn = writing ? session.newWriting(writing.writer) : session.newTurn();
    const facts = writing ? { heard: writing.heard } : wishes.factsOf(context.characters);
    const refused = turn && (await turn.pass(facts, over !== undefined));
    if (refused) session.end(refusedFor(readRefusal(refused).error));
    if (!session.isOver()) return turn;
    turn?.gone();
    return undefined;
  }
}

/** What a model of its own has written down. */
interface Writing {
  readonly writer: RuntimeModel;
  readonly heard: HeardSound;
}

/** Far more than a conversation of hours has items. */
const MOST_REMEMBERED = 4096;

const TRANSCRIBED = 'conversation.item.input_audio_transcription.completed';

const SESSION_TOLD: ReadonlySet<string> = new Set(['session.created', 'session.updated']);
