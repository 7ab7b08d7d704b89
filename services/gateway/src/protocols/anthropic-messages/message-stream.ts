import { parseJson } from '@aicp/common/json/parse-json';
import { inputOf } from '@aicp/contracts/usage/token-totals';
import {
  mergeCounts,
  toMessageBuckets,
  type MessageCounts,
} from '../../formats/messages/answer/message-usage.ts';
import type { JsonObject } from '../../formats/conversation/conversation.ts';
import { isObject, objectOf, textOf } from '../../formats/json/members.ts';
import { EventSplitter } from '../event-stream/event-splitter.ts';
import { KeptBytes } from '../openai-chat/chat-stream.ts';
import type { CountedTokens, StreamAnswer } from '../protocol.ts';

/** No error needs more words. */
const LARGEST_ERROR = 65_536;
/** Of an answer that broke off before it was counted. */
const CHARACTERS_A_TOKEN = 4;

/**
 * Reads a stream of a message's events as it passes: its counts, how much text it brought, and how it ended. All bytes pass unchanged, an event at a time. It ends
 * at the first event that is an error, or whose data are no JSON object, which is not passed on; and with message_stop, which is.
 */
export class MessageStream implements StreamAnswer {
  readonly isText = true;
  characters = 0;
  progress = 0;
  errorFrame: Buffer | undefined;
  problem: string | undefined;
  done = false;
  model: string | undefined;
  private readonly events = new EventSplitter();
  private counts: MessageCounts | undefined;
  /** Whether the answer was counted, and not only its prompt. */
  private isCounted = false;
  private hasReason = false;
  /** Whether the last event was passed on. */
  private isKept = true;

  push(piece: Buffer): Buffer | undefined {
    if (!this.goesOn()) return undefined;
    const { events } = this;
    const begin = events.begin(piece);
    const kept = new KeptBytes(piece, this.isKept ? 0 : begin, begin);
    let end = events.next();
    while (end !== -1) {
      this.isKept = this.reads();
      if (this.isKept) kept.keep(end, events.whole);
      else kept.leaveOut(end);
      end = this.goesOn() ? events.next() : -1;
    }
    this.problem ??= events.problem;
    return kept.join();
  }

  end(): Buffer | undefined {
    const { events } = this;
    if (!this.goesOn() || !events.finish() || !this.reads()) return undefined;
    return events.whole && Buffer.concat([events.whole, Buffer.from('\n\n')]);
  }

  get failed(): boolean {
    return this.problem !== undefined;
  }

  get heldBytes(): number {
    return this.events.heldBytes;
  }

  get finished(): boolean {
    return this.hasReason || (this.done && this.progress > 0);
  }

  /**
   * What a stream that broke off said of its prompt holds, and its answer is estimated. A translated stream begins before its vendor counted: no prompt is empty, so
   * that a count of none is no count.
   */
  get usage(): CountedTokens | undefined {
    const { counts, characters } = this;
    if (!counts) return undefined;
    if (this.isCounted) return toMessageBuckets(counts);
    if (inputOf(toMessageBuckets(counts)) === 0) return undefined;
    const output = Math.ceil(characters / CHARACTERS_A_TOKEN);
    const output_tokens = Math.max(counts.output_tokens ?? 0, output);
    return toMessageBuckets({ ...counts, output_tokens });
  }

  private goesOn(): boolean {
    return !this.failed && !this.done;
  }

  /** Reads the event that is whole; answers whether it is passed on. */
  private reads(): boolean {
    const { data } = this.events;
    if (!data) return true;
    const event = parseJson(data.toString());
    if (!isObject(event)) {
      this.problem = 'the stream holds what is no JSON object';
      return false;
    }
    if (event.type === 'error' || this.events.name === 'error') return this.failsBy(data);
    this.take(event);
    return true;
  }

  private failsBy(error: Buffer): false {
    this.problem = 'the stream holds an error';
    if (error.length <= LARGEST_ERROR) this.errorFrame = error;
    return false;
  }

  private take(event: JsonObject): void {
    if (event.type === 'content_block_delta') this.grow(objectOf(event.delta) ?? {});
    else if (event.type === 'content_block_start') this.begin(objectOf(event.content_block) ?? {});
    else if (event.type === 'message_start') this.takeHead(objectOf(event.message));
    else if (event.type === 'message_delta') this.takeEnd(event);
    else if (event.type === 'message_stop') this.done = true;
  }

  private takeHead(message: JsonObject | undefined): void {
    this.model = textOf(message?.model);
    this.counts = mergeCounts(this.counts, message?.usage);
  }

  private takeEnd({ usage, delta }: JsonObject): void {
    this.counts = mergeCounts(this.counts, usage);
    this.isCounted ||= isObject(usage);
    this.hasReason ||= textOf(objectOf(delta)?.stop_reason) !== undefined;
  }

  private grow(delta: JsonObject): void {
    const text = textOf(delta.text) ?? textOf(delta.thinking) ?? textOf(delta.partial_json) ?? '';
    this.characters += text.length;
    if (text !== '' || 'signature' in delta || 'citation' in delta) this.progress += 1;
  }

  /** Blocks that are no text begin with something to say. */
  private begin({ type, text, thinking, name }: JsonObject): void {
    this.characters += [text, thinking, name].reduce<number>(
      (sum, one) => sum + (textOf(one)?.length ?? 0),
      0,
    );
    if (type !== 'text' && type !== 'thinking') this.progress += 1;
  }
}
